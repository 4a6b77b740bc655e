import { useText } from '../../i18n/index.ts'
import { valueText } from './values.ts'

/** A value of a fact in words where it is a code, else as it is. */
export function Said({ name, value }: { name: string; value: string | number | boolean }) {
  const { t } = useText()
  const said = valueText(name, value)
  if (!said) return String(value)
  return said.status === undefined ? t(said.key) : t(said.key, { status: said.status })
}
