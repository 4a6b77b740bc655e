/** The one style sheet of the sandbox's pages, phone first. Thai comes with its own font: not every machine has one. */
export const styleSheet = `
@font-face { font-family: "Noto Sans Thai"; src: url(/assets/noto-sans-thai.woff2) format("woff2"); font-weight: 100 900; unicode-range: U+0E01-0E5B; }
:root { --ink: #1b2430; --muted: #5a6675; --line: #dfe4ea; --back: #f2f4f7; --good: #0a6b4f; --bad: #a8281f; --focus: #1f5fd0; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink);
  font: 16px/1.5 "Noto Sans Thai", system-ui, sans-serif; }
main { max-width: 440px; margin: 0 auto; padding: 16px; display: grid; gap: 16px; }
.wide main, .wide .top { max-width: 760px; }
h1, h2, p { margin: 0; }
h1 { font-size: 20px; line-height: 1.35; }
h2 { font-size: 17px; line-height: 1.35; }
a { color: var(--focus); }
.th, .en { display: block; }
.en { font-size: .8em; font-weight: 400; line-height: 1.3; }
.card { background: #fff; border: 1px solid var(--line); border-radius: 16px; padding: 20px; display: grid; gap: 16px; min-width: 0; }
.centre { text-align: center; justify-items: center; }
.top { display: flex; align-items: center; justify-content: space-between; gap: 12px; max-width: 440px; margin: 0 auto; padding: 16px 16px 0; }
.brand { display: flex; align-items: center; gap: 12px; font-size: inherit; line-height: inherit; font-weight: 600; }
.mark { display: grid; place-items: center; width: 40px; height: 40px; border-radius: 12px; background: var(--ink); color: #fff; font-size: 20px; }
.mark.join { background: #4b3bb8; }
.label, .hint, dt { color: var(--muted); font-size: 14px; }
.amount { font-size: 36px; font-weight: 700; line-height: 1.1; font-variant-numeric: tabular-nums; margin-top: -12px; }
dl { margin: 0; display: grid; gap: 12px; }
.fact { display: flex; justify-content: space-between; gap: 16px; border-top: 1px solid var(--line); padding-top: 12px; }
dl > .fact:first-child { border-top: 0; padding-top: 0; }
.amount + dl > .fact:first-child { border-top: 1px solid var(--line); padding-top: 12px; }
dd { margin: 0; text-align: right; font-weight: 600; overflow-wrap: anywhere; }
.code { font-family: ui-monospace, "SFMono-Regular", Consolas, monospace; font-size: .92em; font-weight: 500; overflow-wrap: anywhere; }
.field { display: grid; gap: 4px; min-width: 0; }
input:not([type=radio]) { width: 100%; min-height: 48px; padding: 0 14px; border: 1px solid var(--line); border-radius: 12px; background: var(--back); font: inherit; color: inherit; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
.choices { display: grid; gap: 12px; }
button, .button { display: grid; justify-items: center; align-content: center; width: 100%; min-height: 56px; padding: 6px 16px; border: 1px solid transparent; border-radius: 14px; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
button.good { background: var(--good); color: #fff; }
button.bad { background: #fff; color: var(--bad); border-color: currentColor; }
.plain { background: #fff; color: var(--ink); border-color: #b9c2cd; }
button:hover, .button:hover, .person:hover { filter: brightness(.96); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.badge { display: inline-grid; justify-items: center; padding: 3px 12px; border-radius: 12px; font-size: 13px; font-weight: 600; line-height: 1.25; background: #e8ebef; color: #3d4854; white-space: nowrap; }
.badge .en { font-size: 11px; }
.badge.good { background: #dff3ea; color: #07523c; }
.badge.bad { background: #fbe4e2; color: #8c1d15; }
.badge.wait { background: #fdf0d5; color: #6b4700; }
.level-bronze { background: #f4e3d7; color: #6d3b17; }
.level-silver { background: #e6eaf0; color: #3a4656; }
.level-gold { background: #fbeebf; color: #5d4600; }
fieldset { border: 0; padding: 0; margin: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; min-width: 0; }
legend { padding: 0 0 8px; font-weight: 600; }
.person { display: flex; align-items: center; gap: 12px; padding: 12px; border: 1px solid var(--line); border-radius: 14px; background: #fff; color: inherit; text-decoration: none; cursor: pointer; }
.person:has(input:checked) { border-color: #4b3bb8; background: #f5f4ff; }
.person input { width: 20px; height: 20px; margin: 0; accent-color: #4b3bb8; flex: none; }
.avatar { display: grid; place-items: center; width: 40px; height: 40px; border-radius: 50%; background: #e4e1fb; color: #37299a; font-weight: 700; flex: none; }
.grow { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.right { display: grid; justify-items: end; gap: 6px; flex: none; font-variant-numeric: tabular-nums; }
small { display: block; font-size: 13px; color: var(--muted); overflow-wrap: anywhere; }
pre { margin: 0; max-height: 180px; overflow: auto; padding: 12px; border-radius: 12px; background: var(--back); font-size: 13px; white-space: pre-wrap; overflow-wrap: anywhere; }
.phone { padding: 0; max-width: none; }
.screen { padding: 16px; display: grid; gap: 16px; align-content: start; min-height: 100vh; min-width: 0; }
.owner { display: flex; align-items: center; gap: 12px; font-weight: 600; }
.owner h1 { font-size: inherit; line-height: inherit; font-weight: inherit; }
#list { display: grid; gap: 16px; min-width: 0; }
.empty { padding: 56px 16px; text-align: center; color: var(--muted); border: 2px dashed var(--line); border-radius: 16px; }
.done { list-style: none; margin: 0; padding: 0 16px; background: #fff; border: 1px solid var(--line); border-radius: 16px; }
.done li { display: flex; align-items: center; gap: 12px; padding: 12px 0; border-top: 1px solid var(--line); }
.done li:first-child { border-top: 0; }
@media (max-width: 639px) {
  .wide .fact:has(.code) { display: grid; gap: 2px; }
  .wide .fact:has(.code) dd { text-align: left; }
}
@media (min-width: 640px) {
  .top { padding-top: 40px; }
  .handset { background: #dfe4ea; }
  .phone { padding: 40px 16px; justify-items: center; }
  .screen { width: 412px; height: 844px; min-height: 0; max-height: calc(100vh - 80px); overflow-y: auto; background: var(--back); border: 10px solid #161c24; border-radius: 44px; padding: 28px 18px; }
}
`
