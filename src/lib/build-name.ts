/** Another one for whatever changes in a build (see route-preload.config.ts); undefined on the development server, which has no builds. */
export const buildName = () => document.documentElement.dataset['build'];
