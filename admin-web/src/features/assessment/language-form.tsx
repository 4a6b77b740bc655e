import { Button } from '@talad/ui/components/button'
import { TextArea, TextField } from '@talad/ui/components/field'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/index.ts'
import { PictureUpload } from '../../ui/picture-upload.tsx'
import {
  changedAt,
  type DraftPage,
  type DraftText,
  type Faults,
  MOST,
  moved,
  newPage,
  newQuestion,
} from './draft.ts'
import { QuestionForm } from './question-form.tsx'

type Props = {
  text: DraftText
  /** of the language in the contract's shape */
  path: string
  faults: Faults
  onChange: (text: DraftText) => void
}

/** The pages and the questions of one language. */
export function LanguageForm({ text, path, faults, onChange }: Props) {
  const { t } = useText()
  const { education, questions } = text
  const setPages = (pages: DraftPage[]) => onChange({ ...text, education: pages })
  return (
    <div className="grid gap-6">
      <List
        title={t('assessment.pages')}
        items={education}
        fewest={0}
        nameOf={(at) => t('assessment.page', { at: String(at) })}
        onChange={setPages}
        onAdd={education.length < MOST.pages ? () => setPages([...education, newPage()]) : undefined}
        addText={t('assessment.addPage')}
      >
        {(page, at) => (
          <PageForm
            page={page}
            wrong={(field) =>
              faults.has(`${path}.education.${at}.${field}`) ? t('assessment.wrongField') : undefined
            }
            onChange={(next) => setPages(changedAt(education, at, next))}
          />
        )}
      </List>
      <List
        title={t('assessment.questions')}
        items={questions}
        fewest={1}
        nameOf={(at) => t('assessment.questionAt', { at: String(at) })}
        onChange={(next) => onChange({ ...text, questions: next })}
        onAdd={
          questions.length < MOST.questions
            ? () => onChange({ ...text, questions: [...questions, newQuestion(questions)] })
            : undefined
        }
        addText={t('assessment.addQuestion')}
      >
        {(question, at) => (
          <QuestionForm
            question={question}
            path={`${path}.questions.${at}`}
            faults={faults}
            onChange={(next) => onChange({ ...text, questions: changedAt(questions, at, next) })}
          />
        )}
      </List>
    </div>
  )
}

type PageProps = {
  page: DraftPage
  wrong: (field: string) => string | undefined
  onChange: (page: DraftPage) => void
}

function PageForm({ page, wrong, onChange }: PageProps) {
  const { t } = useText()
  const field = (name: 'title' | 'body' | 'image') => ({
    value: page[name],
    error: wrong(name),
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...page, [name]: target.value }),
  })
  return (
    <>
      <TextField label={t('assessment.pageTitle')} {...field('title')} />
      <TextArea label={t('assessment.pageBody')} rows={5} {...field('body')} />
      <TextField label={t('assessment.pageImage')} placeholder="/…" spellCheck={false} {...field('image')} />
      <PictureUpload onUploaded={(image) => onChange({ ...page, image })} />
    </>
  )
}

type ListProps<T> = {
  title: string
  items: readonly T[]
  fewest: number
  /** of the item at a place, counted from 1 */
  nameOf: (at: number) => string
  onChange: (items: T[]) => void
  /** absent: there are as many as there may be */
  onAdd: (() => void) | undefined
  addText: string
  children: (item: T, at: number) => ReactNode
}

/** Things that are written one after the other, and can be moved. */
function List<T extends { key: string }>(props: ListProps<T>) {
  const { title, items, fewest, nameOf, onChange, onAdd, addText, children } = props
  const { t } = useText()
  return (
    <section className="grid gap-3">
      <h3 className="text-base">{title}</h3>
      {items.map((item, at) => {
        const name = nameOf(at + 1)
        return (
          <section
            key={item.key}
            aria-label={name}
            className="grid gap-4 rounded-md border border-line p-4 md:p-5"
          >
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h4 className="font-semibold">{name}</h4>
              <div className="flex gap-1">
                <Button
                  look="plain"
                  size="small"
                  disabled={at === 0}
                  aria-label={t('assessment.moveUp', { name })}
                  onClick={() => onChange(moved(items, at, -1))}
                >
                  ↑
                </Button>
                <Button
                  look="plain"
                  size="small"
                  disabled={at === items.length - 1}
                  aria-label={t('assessment.moveDown', { name })}
                  onClick={() => onChange(moved(items, at, 1))}
                >
                  ↓
                </Button>
                {items.length > fewest && (
                  <Button
                    look="danger"
                    size="small"
                    aria-label={t('assessment.remove', { name })}
                    onClick={() => onChange(changedAt(items, at, undefined))}
                  >
                    {t('assessment.removeShort')}
                  </Button>
                )}
              </div>
            </div>
            {children(item, at)}
          </section>
        )
      })}
      {onAdd && (
        <div>
          <Button size="small" look="quiet" onClick={onAdd}>
            {addText}
          </Button>
        </div>
      )}
    </section>
  )
}
