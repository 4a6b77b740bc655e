import { Button } from '@talad/ui/components/button'
import { TextArea } from '@talad/ui/components/field'
import { useId } from 'react'
import { useText } from '../../i18n/index.ts'
import {
  changedAt,
  type DraftQuestion,
  type DraftVariation,
  type Faults,
  FEWEST_CHOICES,
  MOST,
  newChoice,
  newVariation,
  withoutChoice,
} from './draft.ts'

type Props = {
  question: DraftQuestion
  /** of the question in the contract's shape */
  path: string
  faults: Faults
  onChange: (question: DraftQuestion) => void
}

/** One question: usually asked in one way, in several where copied answers must not help (MO-20, MO-21). */
export function QuestionForm({ question, path, faults, onChange }: Props) {
  const { t } = useText()
  const { variations } = question
  const change = (at: number, variation: DraftVariation | undefined) =>
    onChange({ ...question, variations: changedAt(variations, at, variation) })
  return (
    <>
      {variations.map((variation, at) => (
        <fieldset key={variation.key} className="grid gap-3">
          <legend className={variations.length > 1 ? 'mb-2 text-sm font-semibold' : 'sr-only'}>
            {t('assessment.variation', { at: String(at + 1) })}
          </legend>
          <VariationForm
            variation={variation}
            path={`${path}.variations.${at}`}
            faults={faults}
            onChange={(next) => change(at, next)}
          />
          {variations.length > 1 && (
            <div>
              <Button size="small" look="danger" onClick={() => change(at, undefined)}>
                {t('assessment.removeVariation')}
              </Button>
            </div>
          )}
        </fieldset>
      ))}
      {variations.length < MOST.variations && (
        <div>
          <Button
            size="small"
            look="plain"
            onClick={() => onChange({ ...question, variations: [...variations, newVariation()] })}
          >
            {t('assessment.addVariation')}
          </Button>
        </div>
      )}
    </>
  )
}

type VariationProps = {
  variation: DraftVariation
  path: string
  faults: Faults
  onChange: (variation: DraftVariation) => void
}

function VariationForm({ variation, path, faults, onChange }: VariationProps) {
  const { t } = useText()
  const { choices } = variation
  const wrong = (field: string) => (faults.has(`${path}.${field}`) ? t('assessment.wrongField') : undefined)
  const isUnmarked = faults.has(`${path}.correct_index`)
  return (
    <>
      <TextArea
        label={t('assessment.question')}
        rows={2}
        value={variation.question}
        error={wrong('question')}
        onChange={({ target }) => onChange({ ...variation, question: target.value })}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-sm font-semibold">{t('assessment.choices')}</legend>
        {choices.map((choice, at) => (
          <Choice
            key={choice.key}
            group={path}
            number={at + 1}
            text={choice.text}
            isRight={variation.correct === at}
            error={wrong(`choices.${at}`)}
            onText={(text) =>
              onChange({ ...variation, choices: changedAt(choices, at, { ...choice, text }) })
            }
            onRight={() => onChange({ ...variation, correct: at })}
            onRemove={
              choices.length > FEWEST_CHOICES ? () => onChange(withoutChoice(variation, at)) : undefined
            }
          />
        ))}
        {isUnmarked && (
          <p role="alert" className="text-sm text-chili">
            {t('assessment.unmarked')}
          </p>
        )}
      </fieldset>
      {choices.length < MOST.choices && (
        <div>
          <Button
            size="small"
            look="plain"
            onClick={() => onChange({ ...variation, choices: [...choices, newChoice()] })}
          >
            {t('assessment.addChoice')}
          </Button>
        </div>
      )}
    </>
  )
}

type ChoiceProps = {
  /** name of the marks of which one is set */
  group: string
  number: number
  text: string
  isRight: boolean
  error: string | undefined
  onText: (text: string) => void
  onRight: () => void
  onRemove: (() => void) | undefined
}

/** A choice, and the mark that says that it is the right one (AW-12). */
function Choice({ group, number, text, isRight, error, onText, onRight, onRemove }: ChoiceProps) {
  const { t } = useText()
  const id = useId()
  const values = { at: String(number) }
  return (
    <div className="flex items-start gap-2">
      <span className="inline-flex size-12 shrink-0 items-center justify-center">
        <input
          type="radio"
          name={group}
          checked={isRight}
          onChange={onRight}
          aria-label={t('assessment.markRight', values)}
          className="size-5 accent-leaf"
        />
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        <input
          value={text}
          onChange={({ target }) => onText(target.value)}
          aria-label={t('assessment.choice', values)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          className="h-12 w-full rounded-md border border-line bg-surface px-4 aria-invalid:border-chili"
        />
        {error && (
          <p id={id} role="alert" className="text-sm text-chili">
            {error}
          </p>
        )}
      </div>
      {onRemove && (
        <Button
          look="plain"
          size="small"
          className="text-xl"
          aria-label={t('assessment.removeChoice', values)}
          onClick={onRemove}
        >
          ×
        </Button>
      )}
    </div>
  )
}
