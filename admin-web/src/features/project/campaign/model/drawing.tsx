import { useText } from '../../../../i18n/index.ts'
import type { Faults } from '../../payload/faults.ts'
import type { ModelDraft } from './draft.ts'
import { type Box, layoutOf } from './layout.ts'

const MOST_LETTERS = 22
const cut = (text: string) => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text)

/** What is asked for and given, drawn from what is written beside it. */
export function Drawing({ model, faults }: { model: ModelDraft; faults: Faults }) {
  const { t } = useText()
  const { slots, rewards, frames, lines, width, height } = layoutOf(model)
  const wrong = new Set([...faults.keys()].map((path) => path.split('.')[0]))
  const isWrong = (id: string) => {
    const entries = model.slots.find((slot) => slot.id === id)?.entries ?? []
    return wrong.has(id) || entries.some(({ key }) => wrong.has(key))
  }
  const label = t('model.drawing', {
    needs: slots.map(({ text }) => text).join(', ') || '–',
    gives: rewards.map(({ text }) => text).join(', ') || '–',
  })
  const box = ({ id, x, y, text, ...size }: Box, colour: string) => (
    <g key={id}>
      <rect
        x={x}
        y={y}
        {...size}
        rx={8}
        strokeWidth={isWrong(id) ? 2 : 1}
        className={`${colour} ${isWrong(id) ? 'stroke-chili' : 'stroke-line'}`}
      />
      <text
        x={x + size.width / 2}
        y={y + size.height / 2}
        textAnchor="middle"
        dominantBaseline="central"
        className="fill-ink text-sm"
      >
        {cut(text)}
      </text>
    </g>
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      className="h-auto max-h-[70dvh] w-full rounded-md border border-line bg-sunken"
    >
      {frames.map(({ id, x, y, width: wide, height: high, text }) => (
        <g key={id}>
          <rect
            x={x}
            y={y}
            width={wide}
            height={high}
            rx={10}
            strokeDasharray="4 3"
            className="fill-none stroke-soft"
          />
          <text x={x + 8} y={y + 15} className="fill-soft text-xs">
            {cut(text)}
          </text>
        </g>
      ))}
      {lines.map(({ x1, y1, x2, y2 }) => (
        <path
          key={`${x1} ${y1} ${y2}`}
          d={`M${x1} ${y1} C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`}
          className="fill-none stroke-soft"
        />
      ))}
      {slots.map((one) => box(one, 'fill-surface'))}
      {rewards.map((one) => box(one, 'fill-leaf-wash'))}
    </svg>
  )
}
