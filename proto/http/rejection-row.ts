/** What a rejection means outside. */
export type RejectionRow = {
  /** of HTTP (GW-9) */
  status: number
  /** that it follows */
  rule: string
  en: string
  th: string
  retryAfterSeconds?: number
}
/** Rows by code: UPPER_SNAKE as it is thrown, lower case on the wire (GW-8). */
export type RejectionTable = Readonly<Record<string, RejectionRow>>

/**
 * @param en as in the catalogue (M§8). In both languages `{name}` is filled in from the details of the rejection, or its
 * `field`; what stands in `[…]` is left out where one of its values is not known.
 * @param th as people speak
 */
/* @__NO_SIDE_EFFECTS__ */
export function row(
  status: number,
  rule: string,
  en: string,
  th: string,
  retryAfterSeconds?: number,
): RejectionRow {
  return { status, rule, en, th, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
}

/** Of what a rejection is: the input that is at fault, dotted, and facts that a client may show. */
type About = { field?: string | undefined; details?: Readonly<Record<string, unknown>> | undefined }

function shown(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en-US')
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** What a rejection says in one of the languages, with its values: the same in each answer and on each screen (WB-17). */
export function inWords(text: string, { field, details }: About = {}): string {
  const values = new Map<string, unknown>(
    Object.entries({ ...(field !== undefined && { field }), ...details }),
  )
  const fill = (part: string) =>
    part.replace(/\{(\w+)\}/g, (all, name: string) => (values.has(name) ? shown(values.get(name)) : all))
  const isKnown = (part: string) =>
    [...part.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => values.has(name))
  return fill(text.replace(/\[([^\]]*)\]/g, (_all, part: string) => (isKnown(part) ? part : '')))
}
