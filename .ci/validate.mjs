// Reads rule files with a YAML 1.2 reader and a JSON Schema validator that share nothing with ours.
// Usage: node validate.mjs SCHEMA FILE...   (needs the packages `yaml` and `ajv` beside it)
import { readFileSync } from "node:fs";
import { parseDocument } from "yaml";
import Ajv from "ajv";

const [schemaFile, ...files] = process.argv.slice(2);
const schema = JSON.parse(readFileSync(schemaFile, "utf8"));
const ajv = new Ajv({ allErrors: true, strict: false });
const validate = ajv.compile(schema);

let bad = 0;
for (const file of files) {
  const document = parseDocument(readFileSync(file, "utf8"), { version: "1.2", uniqueKeys: true });
  const faults = [...document.errors, ...document.warnings].map((fault) => fault.message);
  if (faults.length === 0 && !validate(document.toJS())) {
    faults.push(...validate.errors.map((fault) => `${fault.instancePath || "/"} ${fault.message} ${JSON.stringify(fault.params)}`));
  }
  for (const fault of faults) console.error(`${file}: ${fault}`);
  bad += faults.length > 0 ? 1 : 0;
}
console.log(`${files.length - bad} of ${files.length} rule files are valid`);
process.exit(bad > 0 ? 1 : 0);
