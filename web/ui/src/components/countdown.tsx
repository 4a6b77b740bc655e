import { useNow } from '../browser/use-now.ts'

/** Minutes and seconds until a moment: `9:58`. */
export function Countdown({ until }: { until: string }) {
  const left = Math.max(0, Math.floor((Date.parse(until) - useNow()) / 1000))
  return (
    <span role="timer" className="font-semibold tabular-nums">
      {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
    </span>
  )
}
