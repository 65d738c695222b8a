/** Id of the template element that contains a page's scripts until the first paint. */
const TEMPLATE_ID = 'deferred-scripts';

/** Time in ms after which a page that has not painted runs its scripts anyway. */
const MAX_DEFERRAL_MS = 1000;

/**
 * Script in the head that takes the scripts of the page out of their template after the first paint, so that they run.
 * They run at once in a hidden tab, which does not paint, and for people with a session, whose content the scripts load.
 */
export const runDeferredScripts = `addEventListener('DOMContentLoaded',function(){function run(){var t=document.getElementById('${TEMPLATE_ID}');if(t)t.replaceWith(t.content)}
if(document.hidden||document.documentElement.dataset.session)run();else{requestAnimationFrame(function(){setTimeout(run)});setTimeout(run,${MAX_DEFERRAL_MS})}});`;

/**
 * Moves the module script of a rendered page, and the links that preload its files, into a template element, where the
 * browser ignores them until `runDeferredScripts` takes them out. The files of the scripts are several times larger than
 * everything that the first paint needs, so on a slow network they would delay it.
 */
export function deferScripts(html: string): string {
  const moduleScript = /<script\b[^>]* type="module"[^>]*>[\s\S]*?<\/script>/.exec(html)?.[0];
  if (!moduleScript) return html;
  const preloadLink = /<link rel="modulepreload"[^>]*>/g;
  const links = html.match(preloadLink) ?? [];
  return html
    .replace(preloadLink, '')
    .replace(
      moduleScript,
      () => `<template id="${TEMPLATE_ID}">${links.join('')}${moduleScript}</template>`,
    );
}
