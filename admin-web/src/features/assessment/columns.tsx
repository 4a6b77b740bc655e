import { contentKeys } from '@talad/proto/http/moderation/assessment'
import type { AssessmentPass, Submission } from '@talad/proto/http/moderation/assessment-admin'
import { Badge } from '@talad/ui/components/status'
import { useText } from '../../i18n/index.ts'
import type { Column, Filter } from '../../ui/data-table/column.ts'
import { Moment } from '../../ui/moment.tsx'
import { keyTexts } from './words.ts'

function KeyName({ content_key }: Pick<Submission, 'content_key'>) {
  const { t } = useText()
  return t(keyTexts[content_key])
}

export function Outcome({ passed }: Pick<Submission, 'passed'>) {
  const { t } = useText()
  return (
    <Badge tone={passed ? 'good' : 'bad'}>{t(passed ? 'assessment.passed' : 'assessment.notPassed')}</Badge>
  )
}

function Counts({ counts }: Pick<AssessmentPass, 'counts'>) {
  const { t } = useText()
  return (
    <Badge tone={counts ? 'good' : 'wait'}>
      {t(counts ? 'assessment.counts' : 'assessment.repassNeeded')}
    </Badge>
  )
}

function How({ submission_id }: Pick<AssessmentPass, 'submission_id'>) {
  const { t } = useText()
  return t(submission_id === null ? 'assessment.byHand' : 'assessment.byAnswers')
}

export const submissionColumns: readonly Column<Submission>[] = [
  {
    key: 'customer',
    title: 'col.customer',
    cell: ({ customer_id }) => customer_id,
    csv: ({ customer_id }) => customer_id,
  },
  {
    key: 'key',
    title: 'assessment.which',
    cell: (row) => <KeyName {...row} />,
    csv: ({ content_key }) => content_key,
  },
  {
    key: 'outcome',
    title: 'assessment.outcome',
    cell: (row) => <Outcome {...row} />,
    csv: ({ passed }) => String(passed),
  },
  {
    key: 'score',
    title: 'assessment.score',
    amount: true,
    cell: ({ grading: { score, total, percentage } }) => `${score}/${total} (${percentage}%)`,
    csv: ({ grading: { percentage } }) => String(percentage),
  },
  {
    key: 'version',
    title: 'assessment.version',
    amount: true,
    cell: ({ questions_version }) => questions_version,
    csv: ({ questions_version }) => String(questions_version),
  },
  { key: 'at', title: 'assessment.at', cell: ({ at }) => <Moment at={at} age />, csv: ({ at }) => at },
]

export const passColumns: readonly Column<AssessmentPass>[] = [
  {
    key: 'customer',
    title: 'col.customer',
    cell: ({ customer_id }) => customer_id,
    csv: ({ customer_id }) => customer_id,
  },
  {
    key: 'key',
    title: 'assessment.which',
    cell: (row) => <KeyName {...row} />,
    csv: ({ content_key }) => content_key,
  },
  {
    key: 'counts',
    title: 'assessment.standing',
    cell: (row) => <Counts {...row} />,
    csv: ({ counts }) => String(counts),
  },
  {
    key: 'how',
    title: 'assessment.how',
    cell: (row) => <How {...row} />,
    csv: ({ submission_id }) => submission_id ?? '',
  },
  {
    key: 'version',
    title: 'assessment.version',
    amount: true,
    cell: ({ questions_version }) => questions_version,
    csv: ({ questions_version }) => String(questions_version),
  },
  {
    key: 'at',
    title: 'assessment.at',
    cell: ({ passed_at }) => <Moment at={passed_at} age />,
    csv: ({ passed_at }) => passed_at,
  },
]

const byKey: Filter = {
  kind: 'choice',
  key: 'key',
  label: 'assessment.which',
  options: contentKeys.map((value) => ({ value, label: keyTexts[value] })),
}
const byCustomer: Filter = { kind: 'text', key: 'customer', label: 'col.customer' }

export const passFilters: readonly Filter[] = [byKey, byCustomer]
export const submissionFilters: readonly Filter[] = [
  byKey,
  {
    kind: 'choice',
    key: 'passed',
    label: 'assessment.outcome',
    options: [
      { value: '1', label: 'assessment.passed' },
      { value: '0', label: 'assessment.notPassed' },
    ],
  },
  byCustomer,
]
