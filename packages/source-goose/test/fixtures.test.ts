import { testHomes } from "../../../tests/fixtures/home-fixtures.js";
import goose from "../src/index.js";

testHomes(import.meta.dirname, goose);
