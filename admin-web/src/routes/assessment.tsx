import { contentKey } from '@talad/proto/http/moderation/assessment'
import { buttonClass } from '@talad/ui/components/button'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { contentQuery } from '../features/assessment/api.ts'
import { AssessmentEditor } from '../features/assessment/editor.tsx'
import { keyTexts } from '../features/assessment/words.ts'
import { useText } from '../i18n/index.ts'
import { Loaded } from '../ui/loaded.tsx'
import { NotFound } from '../ui/not-found.tsx'
import { RecordHistory } from '../ui/record-history.tsx'

/** AW-1 /assessments/{key}: one assessment, as its authors see it. */
export default function AssessmentPage() {
  const { key } = useParams({ from: '/assessments/$key' })
  const known = contentKey.safeParse(key)
  if (!known.success) return <NotFound />
  return <Known key={key} content={known.data} />
}

function Known({ content }: { content: ReturnType<typeof contentKey.parse> }) {
  const { t } = useText()
  const title = t(keyTexts[content])
  return (
    <div className="grid gap-4">
      <title>{title}</title>
      <div>
        <Link to="/assessments" className={buttonClass('quiet', 'small')}>
          {t('desk.back')}
        </Link>
      </div>
      <h1 className="title text-xl">{title}</h1>
      <Loaded query={useQuery(contentQuery(content))}>
        {(state) => <AssessmentEditor contentKey={content} state={state} />}
      </Loaded>
      <RecordHistory target={content} />
    </div>
  )
}
