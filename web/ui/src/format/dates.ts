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
  ...{
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  },
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

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

/** `5 minutes ago`, `in 3 days`, in the words of the language. */
export function formatDistance(time: string | number | Date, now: number, language: string): string {
  const seconds = Math.round((new Date(time).getTime() - now) / 1000)
  const [unit, size] = steps.find(([, step]) => Math.abs(seconds) >= step) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit)
}
