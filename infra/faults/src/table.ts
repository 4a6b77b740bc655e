import type { Proof } from './proof.ts'
import type { Record } from './record.ts'

const number = new Intl.NumberFormat('en')

/** One line of plain text: what a proof has found may be bytes. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\p{Cc}+/gu, ' ')
}

function figuresOf(figures: { [name: string]: number | string }): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${typeof value === 'number' ? number.format(value) : value}`)
    .join('; ')
}

function rowOf(proof: Proof, run: Record[string] | undefined): string {
  const result = run === undefined ? 'not run' : run.holds ? `holds: ${figuresOf(run.figures)}` : '**broken**'
  const size = `${number.format(run?.size ?? proof.size)} ${proof.unit}`
  const ofFull = run !== undefined && run.size < proof.size ? ` of ${number.format(proof.size)}` : ''
  const how = `\`npm run faults -- ${proof.id}\``
  const cells = [
    proof.id,
    proof.title,
    size + ofFull,
    run === undefined ? '' : String(run.seed),
    result,
    run === undefined ? '' : `${run.date}, ${number.format(run.seconds)} s, ${run.commit}`,
    how + (proof.inTests === undefined ? '' : `, and ${number.format(proof.inTests)} in \`npm test\``),
  ]
  return `| ${cells.map(cell).join(' | ')} |`
}

/** What `npm run nightly` noted. */
function nightlyOf(run: Record[string] | undefined): string {
  if (run === undefined) return '**Not run yet.**'
  const result = run.holds ? 'Good' : '**Not good**'
  return `${result} on ${run.date}, on ${run.commit}: ${figuresOf(run.figures)}.`
}

/** The page `docs/proofs.md`. */
export function proofsPage(proofs: readonly Proof[], record: Record): string {
  const found = proofs.flatMap((proof) => proof.found.map((what) => `- **${proof.id}**: ${what}`))
  return `# Proofs

What the system was seen to survive. Written by \`npm run faults\`; the numbers are those of the bars, the code is in
[infra/faults](../infra/faults/README.md). CI runs all of them at a tenth of their size or less.

The last \`npm run nightly\`, which runs the slow tests, the proofs at a fifth of their size and the mutants: ${nightlyOf(record.nightly)}

| Bar | What holds | Size | Seed | Result | When, how long, on which commit | How to run it |
| --- | --- | --- | --- | --- | --- | --- |
${proofs.map((proof) => rowOf(proof, record[proof.id])).join('\n')}

## What they found while they were being built

${found.length === 0 ? 'Nothing.' : found.join('\n')}
`
}
