export { lookAt, type Place, placesOf } from "../locate.js";
