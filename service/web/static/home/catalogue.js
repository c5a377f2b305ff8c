// The catalogue: sessions of this device stand among the public ones.
import { askedWithHeld } from "./asked.js";

const show = async () => {
  const told = (await askedWithHeld())?.getElementById("sessions");
  if (told) document.getElementById("sessions").replaceWith(told);
};
show();
