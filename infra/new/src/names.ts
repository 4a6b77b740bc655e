/** What the person who calls has to mend: a name, or a file that is not as expected. Nothing was written. */
export class Refusal extends Error {}

const kebab = /^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/
const pascal = /^([A-Z][a-z0-9]+)+$/

// as the name of a variable they stop the compiler; in a path or a table they would pass
const reserved = new Set(
  `await break case catch class const continue default delete do else enum export extends false finally for function if
  implements import in instanceof interface let new null package private protected public return static super switch this
  throw true try typeof var void while with yield base deps app http service manifest event command`.split(
    /\s+/,
  ),
)

/** A name in every spelling that the sources need. */
export type Name = { kebab: string; camel: string; pascal: string; snake: string; plural: string }

function spell(words: readonly string[]): Name {
  const pascal = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('')
  const camel = `${words[0]}${pascal.slice(words[0]?.length)}`
  const plural = /[^aeiou]y$/.test(camel)
    ? `${camel.slice(0, -1)}ies`
    : `${camel}${/s$/.test(camel) ? 'es' : 's'}`
  return { kebab: words.join('-'), camel, pascal, snake: words.join('_'), plural }
}

/** @throws Refusal that names the parameter */
export function kebabName(parameter: string, text: string): Name {
  if (!kebab.test(text))
    throw new Refusal(
      `${parameter} "${text}" must be words of a–z and 0–9 joined by dashes, such as sale-report`,
    )
  if (reserved.has(text))
    throw new Refusal(`${parameter} "${text}" is a word that the sources need for themselves`)
  return spell(text.split('-'))
}

/** @throws Refusal that names the parameter */
export function pascalName(parameter: string, text: string): Name {
  if (!pascal.test(text))
    throw new Refusal(`${parameter} "${text}" must be in PascalCase, such as LoanOpened`)
  return spell((text.match(/[A-Z][a-z0-9]+/g) ?? []).map((word) => word.toLowerCase()))
}
