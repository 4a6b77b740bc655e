import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import { formatRecordTime } from '@talad/ui/format/dates'

const SECOND_MS = 1_000
type Attribute = NonNullable<Payload['attributes']>[string]

/** CA-63: a trait as wallets and markets show it. */
export function attributeText({ value, display }: Attribute): string {
  if (typeof value === 'string') return value
  const number = value.toLocaleString('en-US')
  if (display === 'date') {
    const moment = new Date(value * SECOND_MS)
    return Number.isNaN(moment.getTime()) ? number : formatRecordTime(moment.toISOString())
  }
  const signed = value > 0 ? `+${number}` : number
  if (display === 'boost_number') return signed
  return display === 'boost_percentage' ? `${signed}%` : number
}

/** What a collection says of a map, in the shape of lines. */
export function InheritedMap({ entries }: { entries: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(6rem,auto)_minmax(0,1fr)]">
      {entries.map(([name, text]) => (
        <div key={name} className="contents">
          <dt className="font-mono text-xs text-soft">{name}</dt>
          <dd className="wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
