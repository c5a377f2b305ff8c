// Answers: what has questions answered on the board itself.
import { alsoLeave } from "./leaving.js";
import { styled } from "./linking.js";
import { closeTaken, taken } from "./state/scene.js";

export { Camera } from "./camera.js";
export { stockFor } from "./state/lay.js";
export { LayWidget } from "./widgets/lay.js";
export const dressed = styled("../pages/table-answers.css");
alsoLeave(taken, closeTaken);
