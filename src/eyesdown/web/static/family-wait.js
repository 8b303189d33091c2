// A phone that has asked for its seat looks every two seconds whether the host has answered.
"use strict";
setInterval(async () => {
  try {
    const reply = await fetch(`${location.pathname}/me`);
    const me = await reply.json();
    if (me.seat) location.reload();
  } catch {
    // the next look may reach the site
  }
}, 2000);
