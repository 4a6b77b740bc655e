import type { ReactNode } from 'react'
import { CheckIcon } from './icons.tsx'
import { CloseIcon } from './more-icons.tsx'
import { Spinner } from './spinner.tsx'

/** `yours`: it waits for the person; `ended`: nothing comes after it. */
type StepState = 'done' | 'now' | 'yours' | 'next' | 'ended'
type Step = {
  title: string
  /** what goes on, told while it does */
  text: string
  /** what can be looked up, also afterwards */
  note?: ReactNode
  state: StepState
  /** when it happened */
  when?: string | undefined
}

const marks: Record<StepState, string> = {
  done: 'bg-leaf text-on-leaf',
  now: 'bg-gold-wash text-on-gold-wash',
  yours: 'bg-gold-wash text-on-gold-wash',
  next: 'border-2 border-line text-soft',
  ended: 'bg-chili-wash text-chili',
}

function Mark({ state, number }: { state: StepState; number: number }) {
  if (state === 'done') return <CheckIcon />
  if (state === 'now') return <Spinner className="size-5" />
  if (state === 'ended') return <CloseIcon />
  return <span className="text-sm font-semibold">{number}</span>
}

/** What happens one after the other; the step that runs says what is going on. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol aria-live="polite" className="grid">
      {steps.map(({ title, text, note, state, when }, index) => (
        <li
          key={title}
          aria-current={state === 'now' || state === 'yours' ? 'step' : undefined}
          className={`relative flex gap-4 pb-5 last:pb-0 not-last:before:absolute not-last:before:top-9 not-last:before:bottom-0 not-last:before:left-[17px] not-last:before:w-0.5 ${state === 'done' ? 'not-last:before:bg-leaf' : 'not-last:before:bg-line'}`}
        >
          <span
            className={`inline-flex size-9 shrink-0 items-center justify-center rounded-full ${marks[state]}`}
          >
            <Mark state={state} number={index + 1} />
          </span>
          <div className={`min-w-0 flex-1 ${state === 'next' ? 'text-soft' : ''}`}>
            <p className="grid items-baseline gap-x-4 sm:flex sm:flex-wrap sm:justify-between">
              <span className={`leading-9 font-semibold ${state === 'now' ? 'goes-on' : ''}`}>{title}</span>
              {when && <span className="text-sm text-soft tabular-nums">{when}</span>}
            </p>
            {state !== 'done' && state !== 'next' && <p className="text-sm text-soft">{text}</p>}
            {note}
          </div>
        </li>
      ))}
    </ol>
  )
}
