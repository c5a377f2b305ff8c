// Pictured: what the table's page shows of the box, as a file of the replay's own.
export { showFaces } from "../table/faces.js";
