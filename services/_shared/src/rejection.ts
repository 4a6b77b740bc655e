/** A business "no": expected, explained, never a fault. Deciders throw it; everything else thrown is a fault. */
export class Rejection extends Error {
  readonly code: string
  readonly field: string | undefined
  readonly details: Record<string, unknown> | undefined

  /**
   * @param code UPPER_SNAKE key of a row in the `rejections.ts` of the service's contract; the wire carries it in lower case (GW-8)
   * @param about `field` names the offending input, `details` carries facts that a client may show
   */
  constructor(code: string, about: { field?: string; details?: Record<string, unknown> } = {}) {
    super(code)
    this.name = 'Rejection'
    this.code = code
    this.field = about.field
    this.details = about.details
  }
}
