const day = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric' })
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** WB-17: dates are written the en-GB way in both languages. */
export function formatDay(time: string | number | Date): string {
  return day.format(new Date(time))
}

export function formatDayAndTime(time: string | number | Date): string {
  return dayAndTime.format(new Date(time))
}

/** Records are in the time of Thailand, wherever they are read. */
const inBangkok = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'Asia/Bangkok',
})

/** A moment for a record that is kept: `21/11/2026, 17:03:09`, in Bangkok. */
export function formatRecordTime(time: string): string {
  return inBangkok.format(new Date(time))
}

const MINUTE_MS = 60_000

/** `14:05`: the first full minute at which a moment has passed. */
export function formatMinuteAfter(time: string | number | Date): string {
  return minute.format(new Date(Math.ceil(new Date(time).getTime() / MINUTE_MS) * MINUTE_MS))
}

const SECOND = ['second', 1] as const
const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  SECOND,
]

/**
 * `5 minutes ago`, `in 3 days`, in the words of the language, to the nearest of its units: what was listed for six months
 * a moment ago ends in six, and 23 h 50 min is a day.
 */
export function formatDistance(time: string | number | Date, now: number, language: string): string {
  const seconds = Math.round((new Date(time).getTime() - now) / 1000)
  const length = Math.abs(seconds)
  const [unit, size] =
    steps.find(([, step], at) => {
      const below = steps[at + 1]?.[1] ?? 1
      return Math.round(length / below) * below >= step
    }) ?? SECOND
  const count = Math.max(Math.round(length / size), Math.min(1, length))
  // "next month" may be tomorrow
  const numeric = unit === 'month' ? 'always' : 'auto'
  return new Intl.RelativeTimeFormat(language, { numeric }).format(seconds < 0 ? -count : count, unit)
}

/** How long ago something happened; never a moment to come, where the clock that told it is ahead of this one. */
export function formatSince(time: string | number | Date, now: number, language: string): string {
  return formatDistance(Math.min(new Date(time).getTime(), now), now, language)
}
