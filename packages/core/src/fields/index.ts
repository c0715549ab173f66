export {
  brokenRefField,
  brokenSessionField,
  brokenStoreField,
  wrongHeaderField,
  wrongMessageField,
  wrongRefField,
  wrongSessionField,
  wrongStoreField,
} from "./session-fields.js";
