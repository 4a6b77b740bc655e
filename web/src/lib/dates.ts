const day = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric' })
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** WB-17: dates are written the en-GB way in both languages. */
export function formatDay(time: string | number | Date): string {
  return day.format(new Date(time))
}

export function formatDayAndTime(time: string | number | Date): string {
  return dayAndTime.format(new Date(time))
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
