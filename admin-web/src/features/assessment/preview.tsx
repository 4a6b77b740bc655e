import type { AssessmentContent } from '@talad/proto/http/moderation/assessment-admin'
import { Button } from '@talad/ui/components/button'
import { RadioCards } from '@talad/ui/components/field'
import { Picture } from '@talad/ui/components/picture'
import { Notice } from '@talad/ui/components/status'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'

type Text = AssessmentContent['texts']['th']

/** AW-12: what people will see, a page after the other; their server puts questions and choices in another order. */
export function Preview({ text, percentage }: { text: Text; percentage: number }) {
  const { t } = useText()
  const [at, setAt] = useState(0)
  const [chosen, setChosen] = useState<ReadonlyMap<number, number>>(new Map())
  const pages = text.education.length
  const asked = text.questions.flatMap(({ variations }) => variations)
  const page = text.education[at]
  const number = at - pages
  const question = asked[number]
  const answer = chosen.get(number)
  return (
    <section
      aria-label={t('assessment.preview')}
      className="mx-auto grid w-full max-w-[540px] gap-5 rounded-lg border border-line bg-surface p-5 shadow-card md:p-8"
    >
      {page && (
        <>
          <p className="text-sm text-soft">
            {t('assessment.pageOf', { at: String(at + 1), of: String(pages) })}
          </p>
          {page.image && <Picture src={page.image} alt="" className="rounded-md" />}
          <h3 className="text-lg">{page.title}</h3>
          <p className="whitespace-pre-line wrap-anywhere">{page.body}</p>
        </>
      )}
      {question && (
        <>
          <p className="text-sm text-soft">
            {t('assessment.questionOf', { at: String(number + 1), of: String(asked.length) })}
          </p>
          <RadioCards
            key={number}
            label={question.question}
            value={answer === undefined ? undefined : String(answer)}
            options={question.choices.map((label, place) => ({ value: String(place), label }))}
            onChange={(choice) => setChosen(new Map(chosen).set(number, Number(choice)))}
          />
        </>
      )}
      {!page && !question && (
        <Result
          score={asked.filter(({ correct_index }, place) => chosen.get(place) === correct_index).length}
          total={asked.length}
          percentage={percentage}
        />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="quiet" disabled={at === 0} onClick={() => setAt(at - 1)}>
          {t('assessment.back')}
        </Button>
        {(page || question) && (
          <Button disabled={question !== undefined && answer === undefined} onClick={() => setAt(at + 1)}>
            {t('assessment.next')}
          </Button>
        )}
      </div>
    </section>
  )
}

type ResultProps = { score: number; total: number; percentage: number }

function Result({ score, total, percentage }: ResultProps) {
  const { t } = useText()
  const isPassed = (100 * score) / total >= percentage // MO-24, as the server grades it
  const values = { score: String(score), total: String(total) }
  return (
    <div role="status">
      <Notice tone={isPassed ? 'good' : 'bad'}>
        {t(isPassed ? 'assessment.wouldPass' : 'assessment.wouldFail', values)}
      </Notice>
    </div>
  )
}
