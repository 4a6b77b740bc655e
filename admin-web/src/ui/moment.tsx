import { useNow } from '@talad/ui/browser/use-now'
import { formatRecordTime } from '@talad/ui/format/dates'
import { useText } from '../i18n/index.ts'
import { ageOf } from '../lib/age.ts'

const MINUTE_MS = 60_000

/** A moment in the time of Thailand (AW-11); `age` says as well how far away it is. */
export function Moment({ at, age = false }: { at: string | null; age?: boolean }) {
  if (at === null) return '–'
  return (
    <time dateTime={at} className="tabular-nums">
      {formatRecordTime(at)}
      {age && <Age at={at} />}
    </time>
  )
}

function Age({ at }: { at: string }) {
  const { language } = useText()
  const now = useNow(MINUTE_MS)
  return <span className="block text-xs text-soft">{ageOf(at, now, language)}</span>
}
