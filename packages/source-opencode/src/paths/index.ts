export { lookAt, placesOf } from "../locate.js";
