import { type TextKey, useText } from '../../../i18n/index.ts'
import { CheckIcon } from '../../../ui/icons.tsx'
import { Spinner } from '../../../ui/status.tsx'
import { type Progress, progressSteps } from '../progress.ts'

const texts: Record<(typeof progressSteps)[number], { title: TextKey; text: TextKey }> = {
  received: { title: 'progress.received', text: 'progress.receivedText' },
  signing: { title: 'progress.signing', text: 'progress.signingText' },
  processing: { title: 'progress.processing', text: 'progress.processingText' },
  fulfilled: { title: 'progress.fulfilled', text: 'progress.fulfilledText' },
}

/** The four steps of a delivery (WB-7): Received, Signing transactions, Processing, Fulfilled. */
export function ProgressSteps({ progress }: { progress: Progress }) {
  const { t } = useText()
  const current = 'step' in progress ? progressSteps.indexOf(progress.step) : -1
  const isDone = progress.state === 'success'
  return (
    <ol aria-live="polite" className="grid">
      {progressSteps.map((step, index) => {
        const done = isDone || index < current
        const active = !isDone && index === current
        return (
          <li
            key={step}
            aria-current={active ? 'step' : undefined}
            className="relative flex gap-4 pb-6 last:pb-0 not-last:before:absolute not-last:before:top-9 not-last:before:bottom-0 not-last:before:left-[17px] not-last:before:w-0.5 not-last:before:bg-line"
          >
            <span
              className={`inline-flex size-9 shrink-0 items-center justify-center rounded-full ${
                done
                  ? 'bg-leaf text-on-leaf'
                  : active
                    ? 'bg-gold-wash text-on-gold-wash'
                    : 'border-2 border-line text-soft'
              }`}
            >
              {done ? (
                <CheckIcon />
              ) : active ? (
                <Spinner className="size-5" />
              ) : (
                <span className="text-sm font-semibold">{index + 1}</span>
              )}
            </span>
            <div className={done || active ? '' : 'text-soft'}>
              <p className="leading-9 font-semibold">{t(texts[step].title)}</p>
              {active && <p className="text-sm text-soft">{t(texts[step].text)}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
