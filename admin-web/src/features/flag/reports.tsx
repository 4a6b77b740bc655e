import type { FlagCaseDetail } from '@talad/proto/http/moderation/flagging-case'
import { type BotRule, botRules } from '@talad/proto/http/moderation/flagging-finding'
import { type TextKey, useText } from '../../i18n/index.ts'
import { Ident } from '../../ui/ident.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Classes, classTexts } from './columns.tsx'

type Report = FlagCaseDetail['list'][number]

/** AW-6: the reports of a case by kind, each with what its reporter said before (MO-16). */
export function Reports({ found }: { found: FlagCaseDetail }) {
  const { t } = useText()
  const { list, reporters } = found
  return (
    <section className="grid gap-2">
      <h3 className="text-base">{t('flag.reports')}</h3>
      <p className="text-sm">
        <Classes {...found} /> (
        {t('flag.kinds', {
          user: String(reporters.user),
          bot: String(reporters.bot),
          admin: String(reporters.admin),
        })}
        )
      </p>
      <ReportList list={list} />
    </section>
  )
}

export function ReportList({ list }: { list: Report[] }) {
  return (
    <ul className="divide-y divide-line text-sm">
      {list.map((report) => (
        <li key={report._id} className="grid gap-1 py-2">
          <One report={report} />
        </li>
      ))}
    </ul>
  )
}

function One({ report }: { report: Report }) {
  const { t } = useText()
  const { classification, created, kind, reporter, agreed, ignored, notes, bot } = report
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-semibold">{t(classTexts[classification])}</span>
        <span className="text-xs text-soft">
          <Moment at={created} />
        </span>
      </p>
      {bot ? (
        <Finding bot={bot} />
      ) : (
        <p>
          {t(`flag.${kind}`)} <Ident value={reporter} />
        </p>
      )}
      <p className="text-soft">{t('flag.record', { agreed: String(agreed), ignored: String(ignored) })}</p>
      {notes !== null && <p className="whitespace-pre-line wrap-anywhere">{notes}</p>}
    </>
  )
}

const ruleTexts: Record<BotRule, TextKey> = {
  blacklisted_domain: 'flag.ruleDomain',
  copied_picture: 'flag.rulePicture',
  imitated_name: 'flag.ruleName',
  markup: 'flag.ruleMarkup',
}
const fieldTexts: Readonly<Record<string, TextKey>> = {
  name: 'flag.fieldName',
  description: 'flag.fieldDescription',
  external_url: 'flag.fieldLink',
  image: 'flag.fieldImage',
  animation: 'flag.fieldMedia',
  metadata: 'flag.fieldMetadata',
  trait: 'flag.fieldTrait',
  collection: 'flag.collection',
}

/** MO-15: which rule has found what, and how sure it is. */
function Finding({ bot: { rule, confidence, evidence } }: { bot: NonNullable<Report['bot']> }) {
  const { t } = useText()
  const known = botRules.find((one) => one === rule)
  const field = fieldTexts[evidence.field]
  return (
    <>
      <p>
        {t('flag.bot')}: {known ? t(ruleTexts[known]) : rule}{' '}
        <span className="text-soft">
          {t('flag.confidence', { percent: String(Math.round(confidence * 100)) })}
        </span>
      </p>
      <p className="wrap-anywhere">
        {field ? t(field) : evidence.field}
        {evidence.found !== '' && (
          <>
            : <code className="rounded-sm bg-sunken px-1">{evidence.found}</code>
          </>
        )}
      </p>
      {evidence.like !== null && (
        <p className="wrap-anywhere">{t('flag.looksLike', { name: evidence.like })}</p>
      )}
    </>
  )
}
