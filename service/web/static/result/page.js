// The result of an evening: copies for elsewhere, and the picture for the group.
import { read } from "../reading/reading.js";
import { offerCopies } from "./copies.js";
import { offerPicture } from "./picture.js";

read((page) => {
  offerCopies(page);
  offerPicture(page);
});
