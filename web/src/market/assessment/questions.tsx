import type { ShownQuestion } from '@talad/proto/http/moderation/assessment'
import { Button } from '@talad/ui/components/button'
import { RadioCards } from '@talad/ui/components/field'
import { useState } from 'react'
import { useModerationText } from '../../i18n/moderation.ts'

type Props = {
  questions: readonly ShownQuestion[]
  busy: boolean
  onSubmit: (choices: readonly number[]) => void
}

/** One question after the other; nothing is sent with a gap (WB-19). */
export function Questions({ questions, busy, onSubmit }: Props) {
  const { t } = useModerationText()
  const [at, setAt] = useState(0)
  const [chosen, setChosen] = useState<ReadonlyMap<number, number>>(new Map())
  const question = questions[at]
  if (!question) return null
  const isLast = at === questions.length - 1
  const isComplete = questions.every((_, index) => chosen.has(index))
  const options = question.choices.map((label, index) => ({ value: String(index), label }))
  const value = chosen.get(at)
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isLast) return setAt(at + 1)
        if (isComplete) onSubmit(questions.map((_, index) => chosen.get(index) ?? -1))
      }}
    >
      <p className="text-sm text-soft">
        {t('quiz.question', { at: String(at + 1), of: String(questions.length) })}
      </p>
      <RadioCards
        key={at}
        label={question.question}
        value={value === undefined ? undefined : String(value)}
        options={options}
        onChange={(choice) => setChosen(new Map(chosen).set(at, Number(choice)))}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="quiet" disabled={at === 0 || busy} onClick={() => setAt(at - 1)}>
          {t('quiz.back')}
        </Button>
        <Button type="submit" busy={busy} disabled={isLast ? !isComplete : value === undefined}>
          {isLast ? t('quiz.submit') : t('quiz.next')}
        </Button>
      </div>
    </form>
  )
}
