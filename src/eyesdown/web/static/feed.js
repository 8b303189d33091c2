// A page's feed of snapshots. It heals by itself, and it rests while no one sees the page: a browser has six
// connections to a site for all of its pages, and six pages that each hold one would keep a seventh from loading.
// Phones at a family table may be old: this script uses no syntax newer than theirs.

const SILENCE_MS = 40000;
const LOOK_MS = 2000;

let worksUnseen = () => false;

/** A page that is heard, or presses keys by itself, says when: it follows its feed also while it is hidden. */
export const followUnseen = (when) => {
  worksUnseen = when;
};

/**
 * Follow a feed: `hear` gets each snapshot, `beat` the site's time now and then, `line` whether the site is reached.
 * A connection that comes back gets the snapshots it missed, in order. A browser gives up a feed when a gateway
 * answers with an error, and does not notice a connection that has gone silent; we notice both and connect again.
 */
export const follow = (address, name, { hear, beat = () => {}, line = () => {} }) => {
  let feed = null;
  let mark = "";
  let heard = 0;

  const alive = () => {
    heard = Date.now();
    line(true);
  };
  const connect = () => {
    if (feed) feed.close();
    heard = Date.now();
    feed = new EventSource(`${address}?since=${mark}`);
    feed.addEventListener(name, (message) => {
      alive();
      mark = message.lastEventId;
      hear(JSON.parse(message.data));
    });
    feed.addEventListener("beat", (message) => {
      alive();
      beat(Date.parse(message.data));
    });
    feed.addEventListener("open", alive);
    feed.addEventListener("error", () => line(false));
  };
  const look = () => {
    if (document.hidden && !worksUnseen()) {
      if (feed) feed.close();
      feed = null;
    } else if (!feed) {
      connect();
    } else if (feed.readyState === EventSource.CLOSED || Date.now() - heard > SILENCE_MS) {
      line(false);
      connect();
    }
  };
  document.addEventListener("visibilitychange", look);
  setInterval(look, LOOK_MS);
  look();
};
