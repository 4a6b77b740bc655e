import { topOf } from '../scale.ts'

const WIDTH = 640
const HEIGHT = 220
/** Room for the dots at the edges. */
const EDGE = 8

/** A value between 0 and 1 along the chart, and its amount. */
export type Point = { at: number; value: number }

type Props = {
  /** what is seen, in one sentence */
  label: string
  bars?: readonly Point[]
  line?: readonly Point[]
  /** a line from the first to the last, or steps */
  steps?: boolean
  dots?: boolean
  /** the amount at the top, as text */
  format: (top: number) => string
  from: string
  to: string
}

const x = (at: number) => EDGE + at * (WIDTH - 2 * EDGE)

function pathOf(points: readonly Point[], y: (value: number) => number, steps: boolean): string {
  return points
    .map(({ at, value }, index) => {
      if (index === 0) return `M${x(at)} ${y(value)}`
      return steps ? `H${x(at)}V${y(value)}` : `L${x(at)} ${y(value)}`
    })
    .join('')
}

/** Amounts over time. The numbers are for the eye: a table beside it has them for everybody. */
export function Chart({ label, bars = [], line = [], steps = false, dots = false, format, from, to }: Props) {
  const top = topOf([...bars, ...line].map(({ value }) => value))
  const y = (value: number) => HEIGHT - EDGE - (value / top) * (HEIGHT - 2 * EDGE)
  const wide = Math.max(2, (WIDTH - 2 * EDGE) / Math.max(bars.length, 1) - 2)
  return (
    <figure>
      <div className="relative">
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-48 w-full overflow-visible md:h-56"
        >
          {[0, 0.5, 1].map((part) => (
            <path
              key={part}
              d={`M0 ${y(top * part)}H${WIDTH}`}
              className="stroke-line"
              strokeWidth="1"
              strokeDasharray={part === 0 ? undefined : '3 5'}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {bars.map(({ at, value }) => (
            <path
              key={at}
              d={`M${x(at) - wide / 2} ${y(0)}V${y(value)}h${wide}V${y(0)}z`}
              className="fill-leaf/35"
            />
          ))}
          <path
            d={pathOf(line, y, steps)}
            className="stroke-leaf"
            fill="none"
            strokeWidth="2.5"
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
          {dots &&
            line.map(({ at, value }) => (
              // a line without a length keeps its round ends, however the chart is stretched
              <path
                key={`${at} ${value}`}
                d={`M${x(at)} ${y(value)}h0.01`}
                className="stroke-leaf"
                strokeWidth="9"
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
              />
            ))}
        </svg>
        <span
          aria-hidden="true"
          className="absolute top-0 left-0 -translate-y-1/2 bg-surface pr-2 text-xs text-soft tabular-nums"
        >
          {format(top)}
        </span>
      </div>
      <p
        aria-hidden="true"
        className="mt-2 flex justify-between text-xs text-soft tabular-nums *:only:mx-auto"
      >
        <span>{from}</span>
        {to !== from && <span>{to}</span>}
      </p>
    </figure>
  )
}
