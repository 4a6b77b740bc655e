/** A Thai account number as passbooks print it, so that nobody takes it for a phone number. */
export const spaced = (number: string): string =>
  number.length === 10
    ? number.replace(/^(\d{3})(\d)(\d{5})(\d)$/, '$1-$2-$3-$4')
    : number.replace(/(\d{4})(?=\d)/g, '$1 ')

/** Enough of it to know which it is. */
export const lastDigits = (number: string): string => `···${number.slice(-4)}`
