/** A number of which JavaScript would tell other digits than were written. */
export class WrittenNumber {
  readonly digits: string
  constructor(digits: string) {
    this.digits = digits
  }
  /** of a list, joined */
  toString(): string {
    return this.digits
  }
}

const NUMBER = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-]?[0-9]+))?$/i
const MOST_ZEROS = 60

/** The digits of a number of JSON without an exponent; one that stands for more zeros than anybody reads stays as it is. */
function digitsOf(source: string): string {
  const [, sign = '', whole = '', part = '', exponent = '0'] = NUMBER.exec(source) ?? []
  const shift = Number(exponent)
  if (Math.abs(shift) > MOST_ZEROS) return source
  const point = whole.length + shift
  const all = '0'.repeat(Math.max(0, -point)) + whole + part
  const at = Math.max(0, point)
  const before =
    all
      .slice(0, at)
      .padEnd(at, '0')
      .replace(/^0+(?=.)/, '') || '0'
  const after = all.slice(at).replace(/0+$/, '')
  return `${sign}${before}${after && `.${after}`}`
}

function asWritten(_key: string, value: unknown, about?: { source?: string }): unknown {
  if (typeof value !== 'number' || about?.source === undefined) return value
  const digits = digitsOf(about.source)
  return String(value) === digits ? value : new WrittenNumber(digits)
}

/** As JSON.parse, with all digits of each number. @throws SyntaxError */
export function parseNumbers(json: string): unknown {
  if (!/[0-9.]{16}|[0-9]e/i.test(json)) return JSON.parse(json)
  try {
    return JSON.parse(json, asWritten)
  } catch (error) {
    if (error instanceof RangeError) return JSON.parse(json) // deeper than a reviver can go
    throw error
  }
}
