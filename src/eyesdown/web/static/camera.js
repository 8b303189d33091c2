// A phone's camera reads the code where the browser can.
if ("BarcodeDetector" in window && navigator.mediaDevices?.getUserMedia) {
  for (const button of document.querySelectorAll("[data-camera]")) {
    button.hidden = false;
    button.addEventListener("click", () => camera(button));
  }
}

async function camera(button) {
  const field = document.getElementById(button.dataset.camera);
  const video = document.createElement("video");
  video.className = "camera";
  video.playsInline = true;
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  } catch {
    button.textContent = "No camera allowed";
    return;
  }
  button.after(video);
  button.hidden = true;
  await video.play();
  const detector = new window.BarcodeDetector({ formats: ["qr_code"] });
  const stop = () => {
    for (const track of video.srcObject.getTracks()) track.stop();
    video.remove();
    button.hidden = false;
  };
  const look = async () => {
    if (!video.isConnected) return;
    const [code] = await detector.detect(video).catch(() => []);
    if (!code) return setTimeout(look, 200);
    stop();
    field.value = code.rawValue;
    field.form.requestSubmit();
  };
  look();
}
