import { Button } from '@talad/ui/components/button'
import { TextArea } from '@talad/ui/components/field'
import { type TextKey, useText } from '../../../../i18n/index.ts'
import type { Faults } from '../../payload/faults.ts'
import { Cell, ChoiceCell } from '../../payload/rows.tsx'
import {
  type ConditionDraft,
  type Joint,
  type JointDraft,
  joints,
  jsonOf,
  type LeafDraft,
  newJoint,
  newLeaf,
  type Operator,
  operators,
  type RawDraft,
  toCondition,
  toRaw,
} from './condition-draft.ts'
import { useModelFault } from './fault-words.ts'

const jointTexts = {
  all: 'condition.all',
  any: 'condition.any',
  not: 'condition.not',
} as const satisfies Record<Joint, TextKey>
const signs: Partial<Record<Operator, string>> = {
  eq: '=',
  neq: '≠',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
}
const operatorTexts = {
  in: 'condition.in',
  nin: 'condition.nin',
  between: 'condition.between',
  contains: 'condition.contains',
  exists: 'condition.exists',
} as const

type Props<D> = {
  condition: D
  /** where the check names it, from its entry on */
  path: string
  faults: Faults
  /** `mark`: which field is typed into */
  onChange: (condition: ConditionDraft, mark?: string) => void
  onRemove: () => void
}

/** CA-26: what the traits of a token must be, part by part. */
export function ConditionFields(props: Props<ConditionDraft>) {
  const { condition } = props
  if (condition.kind === 'leaf') return <Leaf {...props} condition={condition} />
  if (condition.kind === 'raw') return <Raw {...props} condition={condition} />
  return <Parts {...props} condition={condition} />
}

function FaultLine({ message }: { message: string | undefined }) {
  const words = useModelFault()
  if (message === undefined) return null
  return (
    <p role="alert" className="text-sm text-chili">
      {words(message)}
    </p>
  )
}

/** Of several parts one has; `not` is of all of them together. */
function joined(kind: Joint, { of }: JointDraft): ConditionDraft {
  if (kind === 'not' && of.length !== 1) return newJoint(kind, [newJoint('all', of)])
  return newJoint(kind, of)
}

function Parts({ condition, path, faults, onChange, onRemove }: Props<JointDraft>) {
  const { t } = useText()
  const { kind, of } = condition
  const at = `${path}.${kind}`
  const put = (parts: readonly ConditionDraft[], mark?: string) => onChange({ ...condition, of: parts }, mark)
  return (
    <fieldset className="grid gap-3 border-l-3 border-line pl-3">
      <div className="flex flex-wrap items-end gap-2">
        <ChoiceCell
          label={t('condition.joint')}
          value={kind}
          options={joints.map((value) => ({ value, label: t(jointTexts[value]) }))}
          onChange={(next) => onChange(joined(next, condition))}
        />
        <Button size="small" look="plain" onClick={() => onChange(toRaw(condition))}>
          {t('condition.asJson')}
        </Button>
        <Button size="small" look="plain" onClick={onRemove}>
          {t('condition.remove')}
        </Button>
      </div>
      <FaultLine message={faults.get(path) ?? faults.get(at)} />
      {of.map((part, place) => (
        <ConditionFields
          key={part.key}
          condition={part}
          path={kind === 'not' ? at : `${at}.${place}`}
          faults={faults}
          onChange={(next, mark) =>
            put(
              of.map((one) => (one === part ? next : one)),
              mark,
            )
          }
          onRemove={() => put(of.filter((one) => one !== part))}
        />
      ))}
      {(kind !== 'not' || of.length === 0) && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" look="quiet" onClick={() => put([...of, newLeaf()])}>
            {t('condition.add')}
          </Button>
          <Button size="small" look="quiet" onClick={() => put([...of, newJoint('any', [newLeaf()])])}>
            {t('condition.addGroup')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

function Leaf({ condition, path, faults, onChange, onRemove }: Props<LeafDraft>) {
  const { t } = useText()
  const words = useModelFault()
  const { key, trait, op, value } = condition
  const fault = (field: string) => words(faults.get(`${path}.${field}`))
  const textOf = (one: Operator) =>
    signs[one] ?? t(operatorTexts[one as keyof typeof operatorTexts] ?? 'condition.in')
  const yes = [
    { value: 'true', label: t('condition.is') },
    { value: 'false', label: t('condition.isNot') },
  ] as const
  return (
    <div className="grid gap-1">
      <div className="grid items-start gap-2 sm:grid-cols-[minmax(0,1fr)_8rem_minmax(0,1fr)_auto]">
        <Cell
          label={t('condition.trait')}
          value={trait}
          fault={fault('trait')}
          onChange={(next) => onChange({ ...condition, trait: next }, `${key}.trait`)}
        />
        <ChoiceCell
          label={t('condition.op')}
          value={op}
          options={operators.map((one) => ({ value: one, label: textOf(one) }))}
          onChange={(next) => onChange({ ...condition, op: next, value: next === 'exists' ? 'true' : value })}
        />
        {op === 'exists' ? (
          <ChoiceCell
            label={t('condition.value')}
            value={value === 'false' ? 'false' : 'true'}
            options={yes}
            onChange={(next) => onChange({ ...condition, value: next })}
          />
        ) : (
          <Cell
            label={t(['in', 'nin', 'between'].includes(op) ? 'condition.values' : 'condition.value')}
            value={value}
            fault={fault('value')}
            onChange={(next) => onChange({ ...condition, value: next }, `${key}.value`)}
          />
        )}
        <Button
          look="plain"
          size="small"
          className="sm:mt-5"
          aria-label={t('payload.removeRow', { name: trait })}
          onClick={onRemove}
        >
          ✕
        </Button>
      </div>
      <FaultLine message={faults.get(path) ?? faults.get(`${path}.op`)} />
    </div>
  )
}

function Raw({ condition, path, faults, onChange, onRemove }: Props<RawDraft>) {
  const { t } = useText()
  const words = useModelFault()
  const { key, text } = condition
  const json = jsonOf(text)
  const fields = json === undefined ? undefined : toCondition(json)
  const found = [...faults].find(([at]) => at === path || at.startsWith(`${path}.`) || at === `${key}.json`)
  return (
    <div className="grid gap-2 border-l-3 border-line pl-3">
      <TextArea
        label={t('condition.json')}
        rows={6}
        value={text}
        spellCheck={false}
        className="font-mono text-sm"
        error={json === undefined ? t('model.faultJson') : words(found?.[1])}
        onChange={({ target }) => onChange({ ...condition, text: target.value }, `${key}.text`)}
      />
      <div className="flex flex-wrap gap-2">
        {fields && fields.kind !== 'raw' && (
          <Button size="small" look="quiet" onClick={() => onChange(fields)}>
            {t('condition.asFields')}
          </Button>
        )}
        <Button size="small" look="plain" onClick={onRemove}>
          {t('condition.remove')}
        </Button>
      </div>
    </div>
  )
}
