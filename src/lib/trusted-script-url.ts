interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}
/** Not in the library of types yet. */
interface ScriptUrlPolicies {
  createPolicy(name: 'app', rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

/** The service worker, and what a build gives a name with its hash; `npm run dev` serves sources. */
const OWN_SCRIPT = import.meta.env.DEV ? /^\/(?:sw\.js$|src\/)/ : /^\/(sw|assets\/[\w-]+)\.js$/;

let policy: ScriptUrlPolicy | undefined;

/** The address of a worker, let through by the one policy of the app, which lets its own scripts through and nothing else. */
export function trustedScriptUrl(url: string): string {
  const policies = (window as { trustedTypes?: ScriptUrlPolicies }).trustedTypes;
  if (!policies) return url;
  policy ??= policies.createPolicy('app', {
    createScriptURL(asked) {
      if (!OWN_SCRIPT.test(asked)) throw new TypeError(asked);
      return asked;
    },
  });
  return policy.createScriptURL(url);
}
