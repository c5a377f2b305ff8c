// The picture: the SVG that the service drew, as a PNG that every group chat shows.
import { save } from "../shared/saving.js";

const SHARP = 2;
/** What the canvas of every browser holds. */
const MOST_PIXELS = 16e6;

const sourceOf = (svg) => new XMLSerializer().serializeToString(svg);

/** The picture as a PNG, twice as large as it is drawn where a canvas holds that. */
const pngOf = async (svg) => {
  const { width, height } = svg.viewBox.baseVal;
  const scale = Math.min(SHARP, Math.sqrt(MOST_PIXELS / (width * height)));
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sourceOf(svg))}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const png = await new Promise((made) => canvas.toBlob(made, "image/png"));
  if (!png) throw new Error("The canvas gave no picture.");
  return png;
};

const canShare = (file) => navigator.canShare?.({ files: [file] }) ?? false;

/** Have the buttons below the picture share it where the device shares files, and save it. */
export const offerPicture = (page) => {
  const figure = page.querySelector("[data-picture]");
  if (!figure) return;
  const svg = figure.querySelector("svg");
  const name = figure.dataset.picture;
  const [shares, png, plain] = figure.querySelectorAll("button");
  const said = figure.querySelector("[data-said]");
  shares.hidden = !canShare(new File([""], `${name}.png`, { type: "image/png" }));
  png.hidden = plain.hidden = false;
  const withPng = async (then) => {
    try {
      await then(await pngOf(svg));
    } catch (error) {
      if (error.name !== "AbortError") said.textContent = "This browser cannot make the PNG. Save the SVG instead.";
    }
  };
  shares.addEventListener("click", () => withPng((blob) => navigator.share({ files: [new File([blob], `${name}.png`, { type: blob.type })] })));
  png.addEventListener("click", () =>
    withPng((blob) => {
      save(blob, `${name}.png`);
      said.textContent = `Saved ${name}.png.`;
    }),
  );
  plain.addEventListener("click", () => {
    save(new Blob([sourceOf(svg)], { type: "image/svg+xml" }), `${name}.svg`);
    said.textContent = `Saved ${name}.svg.`;
  });
};
