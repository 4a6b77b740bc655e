import type { CollectionCheck, VerificationState } from '@talad/proto/http/asset-indexer/assets'
import {
  collectionAdminHttp as http,
  type PickedCollection,
} from '@talad/proto/http/asset-indexer/collection-admin'
import { Button } from '@talad/ui/components/button'
import { RadioCards, SelectField, TextArea } from '@talad/ui/components/field'
import { Badge } from '@talad/ui/components/status'
import { type FormEvent, useRef, useState } from 'react'
import { type TextKey, useText } from '../../i18n/index.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Moment } from '../../ui/moment.tsx'
import { askVerification, COLLECTIONS, setVerification } from './api.ts'
import { checksOf, checkTexts, effectTexts, states, stateTexts } from './verification-words.ts'

type Props = { collection: PickedCollection }
type Verdict = { verification: VerificationState; checks: CollectionCheck[]; evidence: string }

const tones = { none: 'calm', needed: 'bad', verified: 'good' } as const

/** AI-8: whether it was checked who made a collection, since when somebody waits for that, and the way to decide it. */
export function Verification({ collection }: Props) {
  const { t } = useText()
  const [open, setOpen] = useState<'verdict' | 'asked'>()
  const { verification, evidence, reason, decided, asked, answer_due: due } = collection
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-base">{t('verification.title')}</h3>
        <Badge tone={tones[verification.state]}>{t(stateTexts[verification.state])}</Badge>
      </div>
      <Facts>
        {verification.checks.length > 0 && (
          <Fact label={t('verification.checks')}>
            {verification.checks.map((check) => t(checkTexts[check])).join(' · ')}
          </Fact>
        )}
        {evidence !== '' && (
          <Fact label={t('verification.evidence')}>
            <span className="whitespace-pre-line wrap-anywhere">{evidence}</span>
          </Fact>
        )}
        {decided !== null && (
          <Fact label={t('verification.decided')}>
            <Moment at={decided} /> {reason}
          </Fact>
        )}
        {asked !== null && (
          <Fact label={t('verification.asked')}>
            <Moment at={asked} age /> · {t('verification.due')} <Moment at={due} />
          </Fact>
        )}
      </Facts>
      <div className="flex flex-wrap gap-2">
        <Button size="small" look="quiet" onClick={() => setOpen('verdict')}>
          {t('verification.decide')}
        </Button>
        {asked === null && (
          <Button size="small" look="quiet" onClick={() => setOpen('asked')}>
            {t('verification.ask')}
          </Button>
        )}
      </div>
      {open === 'verdict' && <VerdictForm collection={collection} onClose={() => setOpen(undefined)} />}
      {open === 'asked' && <Asked collection={collection} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

function VerdictForm({ collection, onClose }: Props & { onClose: () => void }) {
  const { t } = useText()
  const { verification } = collection
  const [state, setState] = useState(verification.state)
  const [checks, setChecks] = useState<ReadonlySet<CollectionCheck>>(new Set(verification.checks))
  const [evidence, setEvidence] = useState(collection.evidence)
  const [isWrong, setWrong] = useState(false)
  const [verdict, setVerdict] = useState<Verdict>()
  const isVerified = state === 'verified'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isWhole = !isVerified || (checks.size > 0 && evidence.trim() !== '')
    setWrong(!isWhole)
    if (isWhole) setVerdict({ verification: state, checks: isVerified ? [...checks] : [], evidence })
  }
  const turn = (check: CollectionCheck) => {
    const others = [...checks].filter((one) => one !== check)
    setChecks(new Set(checks.has(check) ? others : [...others, check]))
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4 rounded-md bg-sunken/60 p-3">
      <RadioCards
        label={t('verification.title')}
        value={state}
        onChange={setState}
        options={states.map((value) => ({
          value,
          label: t(stateTexts[value]),
          text: t(effectTexts[value]),
        }))}
      />
      {isVerified && (
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-sm font-semibold">{t('verification.checks')}</legend>
          {checksOf.map((check) => (
            <label key={check} className="flex min-h-8 items-center gap-3 text-sm">
              <input
                type="checkbox"
                checked={checks.has(check)}
                onChange={() => turn(check)}
                className="size-4 accent-leaf"
              />
              {t(checkTexts[check])}
            </label>
          ))}
        </fieldset>
      )}
      <TextArea
        label={t('verification.evidence')}
        hint={t('verification.evidenceHint')}
        error={isWrong ? t('verification.wanting') : undefined}
        value={evidence}
        onChange={({ target }) => setEvidence(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small">
          {t('verification.decide')}
        </Button>
        <Button look="quiet" size="small" onClick={onClose}>
          {t('decision.leave')}
        </Button>
      </div>
      {verdict && <Confirm collection={collection} verdict={verdict} onClose={onClose} />}
    </form>
  )
}

const templates: Readonly<Record<VerificationState, readonly TextKey[]>> = {
  none: ['verification.reasonWithdrawn'],
  needed: ['verification.reasonDoubt', 'verification.reasonPoses'],
  verified: ['verification.reasonProven'],
}

/** AW-3: what stops the trade of a whole collection is confirmed by a typed word. */
function Confirm({ collection, verdict, onClose }: Props & { verdict: Verdict; onClose: () => void }) {
  const { t } = useText()
  const key = useRef(crypto.randomUUID())
  const { _id, version } = collection
  const { verification } = verdict
  return (
    <DecisionDialog
      title={t('verification.decide')}
      isDestructive={verification === 'needed'}
      {...(verification === 'needed' ? { word: t('word.suspend') } : {})}
      templates={templates[verification]}
      reason={reasonOf(http.setVerification)}
      act={(note) => setVerification({ collection_id: _id, version, note }, verdict, key.current)}
      stale={[COLLECTIONS]}
      target={_id}
      onClose={onClose}
    >
      <p className="font-semibold">{t(stateTexts[verification])}</p>
      <p>{t(effectTexts[verification])}</p>
    </DecisionDialog>
  )
}

const HOUR_MS = 60 * 60_000
const ago = { 0: 'verification.today', 24: 'verification.ago1', 48: 'verification.ago2' } as const
const hours = [0, 24, 48] as const

function Asked({ collection, onClose }: Props & { onClose: () => void }) {
  const { t } = useText()
  const [since, setSince] = useState<(typeof hours)[number]>(0)
  const [opened] = useState(() => Date.now())
  const key = useRef(crypto.randomUUID())
  const { _id, version } = collection
  const asked = new Date(opened - since * HOUR_MS).toISOString()
  return (
    <DecisionDialog
      title={t('verification.ask')}
      reason={reasonOf(http.askVerification)}
      act={(note) => askVerification({ collection_id: _id, version, note }, asked, `${key.current}-${since}`)}
      stale={[COLLECTIONS]}
      target={_id}
      onClose={onClose}
    >
      <p>{t('verification.askText')}</p>
      <SelectField
        label={t('verification.asked')}
        value={since}
        options={hours.map((value) => ({ value: String(value), label: t(ago[value]) }))}
        onChange={({ target }) => setSince(hours.find((one) => String(one) === target.value) ?? 0)}
      />
    </DecisionDialog>
  )
}
