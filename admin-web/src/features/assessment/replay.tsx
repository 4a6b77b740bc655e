import type { Submission } from '@talad/proto/http/moderation/assessment-admin'
import { Empty } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { submissionQuery } from './api.ts'
import { Outcome } from './columns.tsx'
import { keyTexts, languageTexts } from './words.ts'

/** MO-26: a submission with what was shown and what was answered. */
export function OpenSubmission({ id }: { id: string }) {
  const { t } = useText()
  return (
    <Loaded query={useQuery(submissionQuery(id))}>
      {(found) => (found ? <Replay submission={found} /> : <Empty title={t('table.nothingFits')} />)}
    </Loaded>
  )
}

function Replay({ submission }: { submission: Submission }) {
  const { t } = useText()
  const { grading, replay } = submission
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg">{t(keyTexts[submission.content_key])}</h2>
        <Outcome {...submission} />
      </div>
      <Facts>
        <Fact label={t('col.customer')}>
          <Ident value={submission.customer_id} />
        </Fact>
        <Fact label={t('assessment.score')}>
          {grading.score}/{grading.total} ({grading.percentage}%)
        </Fact>
        <Fact label={t('assessment.version')}>{submission.questions_version}</Fact>
        <Fact label={t('assessment.language')}>{t(languageTexts[submission.language])}</Fact>
        <Fact label={t('assessment.at')}>
          <Moment at={submission.at} />
        </Fact>
      </Facts>
      <section className="grid gap-3">
        <h3 className="text-base">{t('assessment.replay')}</h3>
        <ol className="grid gap-4">
          {replay.map(({ question, choices, correct_index: right, choice_index: chosen }) => (
            <li key={question} className="grid gap-1 border-l-2 border-line pl-3 text-sm">
              <p className="font-semibold wrap-anywhere">{question}</p>
              <ul className="grid gap-0.5">
                {choices.map((choice, at) => (
                  <li
                    key={choice}
                    className={at === chosen ? (at === right ? 'text-leaf' : 'text-chili') : 'text-soft'}
                  >
                    {choice}
                    {at === right && ` · ${t('assessment.right')}`}
                    {at === chosen && ` · ${t('assessment.chosen')}`}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}
