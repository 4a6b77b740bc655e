import { type ContentKey, contentKeys } from '@talad/proto/http/moderation/assessment'
import { buttonClass } from '@talad/ui/components/button'
import { Badge } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { contentQuery } from '../features/assessment/api.ts'
import { keyTexts } from '../features/assessment/words.ts'
import { useText } from '../i18n/index.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { Loaded } from '../ui/loaded.tsx'

function Assessment({ content }: { content: ContentKey }) {
  const { t } = useText()
  return (
    <section className="grid content-start gap-4 rounded-lg border border-line bg-surface p-4 md:p-5">
      <h2 className="text-lg">{t(keyTexts[content])}</h2>
      <Loaded query={useQuery(contentQuery(content))}>
        {({ published, draft, questions_version: version, counts_from: from }) => (
          <>
            <p className="flex flex-wrap gap-2">
              {published ? (
                <Badge tone="good">{t('assessment.isAsked')}</Badge>
              ) : (
                <Badge>{t('assessment.notAsked')}</Badge>
              )}
              {JSON.stringify(draft) !== JSON.stringify(published) && (
                <Badge tone="wait">{t('assessment.unpublished')}</Badge>
              )}
            </p>
            <Facts>
              <Fact label={t('assessment.version')}>{version || '–'}</Fact>
              <Fact label={t('assessment.countsFrom')}>{from || '–'}</Fact>
              <Fact label={t('assessment.questions')}>{published?.texts.th.questions.length ?? '–'}</Fact>
            </Facts>
          </>
        )}
      </Loaded>
      <div>
        <Link to="/assessments/$key" params={{ key: content }} className={buttonClass('quiet', 'small')}>
          {t('assessment.open')}
        </Link>
      </div>
    </section>
  )
}

/** AW-1 /assessments: what people have to know before they trade. */
export default function AssessmentsPage() {
  const { t } = useText()
  return (
    <div className="grid gap-4">
      <title>{t('assessments.title')}</title>
      <h1 className="title text-xl">{t('assessments.title')}</h1>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {contentKeys.map((content) => (
          <Assessment key={content} content={content} />
        ))}
      </div>
    </div>
  )
}
