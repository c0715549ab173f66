/** The environment without what `npx --call`, in which this may run, left in it for an inner npx. */
export function ownEnvironment() {
  const { npm_config_call: _, npm_config_package: __, ...environment } = process.env;
  return environment;
}
