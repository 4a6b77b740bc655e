/** Runs in a page: its camera sees this picture, a little askew; the browser has no reader of its own, as Safari. */
export const cameraSees = (png: Buffer): string => `
  delete window.BarcodeDetector;
  navigator.mediaDevices.getUserMedia = async () => {
    const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const pen = canvas.getContext('2d');
    pen.rotate(0.1);
    setInterval(() => {
      pen.fillStyle = '#ddd';
      pen.fillRect(-100, -100, 900, 900);
      pen.drawImage(picture, 200, 60, 300, 300);
    }, 100);
    return canvas.captureStream();
  };
`

/** Runs in a page: somebody doesn't let it use the camera. */
export const cameraRefused = `
  navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('refused', 'NotAllowedError'); };
`
