// Straighten: what lies between four corners of a photo as a picture of its own, seen from straight above.

/** Pixels: the longer side of a picture, and the size at which a photo is looked at. */
export const MOST = 1200;
const LOOKS = 2400;
const QUALITY = 0.82;
/** Points of a pixel that are looked at, in parts of it: text would flicker with one alone. */
const WITHIN = [[0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]];

/** A photo as a canvas, no larger than needed. A canvas keeps nothing of where or when it was taken. */
export const canvasOf = async (file) => {
  const photo = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, LOOKS / Math.max(photo.width, photo.height));
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(photo.width * scale), height: Math.round(photo.height * scale) });
  canvas.getContext("2d").drawImage(photo, 0, 0, canvas.width, canvas.height);
  photo.close();
  return canvas;
};

const between = ([x, y], [a, b]) => Math.hypot(a - x, b - y);
/** Width by height of what lies between the corners, as the photo shows it. */
export const ratioOf = ([one, two, three, four]) => (between(one, two) + between(four, three)) / (between(two, three) + between(one, four));

/** Eight numbers that lay the unit square between four corners, from the top left on clockwise. */
const projection = ([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) => {
  const [dx1, dx2, dx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, dy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const by = dx1 * dy2 - dx2 * dy1;
  const [g, h] = [(dx * dy2 - dx2 * dy) / by, (dx1 * dy - dx * dy1) / by];
  return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h];
};

/** The picture between the corners, as a data URL. corners: in pixels of the canvas; ratio: its width by its height. */
export const straightened = (canvas, corners, ratio) => {
  const size = Math.max(...corners.map((corner, at) => between(corner, corners[(at + 1) % 4])));
  const long = Math.min(MOST, Math.max(1, Math.round(size)));
  const [width, height] = ratio > 1 ? [long, Math.max(1, Math.round(long / ratio))] : [Math.max(1, Math.round(long * ratio)), long];
  const source = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const from = source.data;
  const made = Object.assign(document.createElement("canvas"), { width, height });
  const image = made.getContext("2d").createImageData(width, height);
  const into = image.data;
  const [a, b, c, d, e, f, g, h] = projection(corners);
  const [right, bottom] = [canvas.width - 1, canvas.height - 1];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const pixel = 4 * (y * width + x);
      for (const [dx, dy] of WITHIN) {
        const u = (x + dx) / width;
        const v = (y + dy) / height;
        const w = g * u + h * v + 1;
        const px = Math.min(right, Math.max(0, Math.floor((a * u + b * v + c) / w)));
        const py = Math.min(bottom, Math.max(0, Math.floor((d * u + e * v + f) / w)));
        const seen = 4 * (py * canvas.width + px);
        for (let part = 0; part < 4; part++) into[pixel + part] += from[seen + part] / WITHIN.length;
      }
    }
  made.getContext("2d").putImageData(image, 0, 0);
  const url = made.toDataURL("image/webp", QUALITY);
  // A browser that writes no WebP answers with a PNG, which is large for a photo.
  return { url: url.startsWith("data:image/webp") ? url : made.toDataURL("image/jpeg", QUALITY), ratio: width / height };
};
