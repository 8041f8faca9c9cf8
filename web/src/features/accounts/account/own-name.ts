/** What the server calls somebody who signed up, with an e-mail alone. */
const UNNAMED = 'Novo usuário'

export const hasOwnName = (fullName: string) => fullName.trim() !== '' && fullName !== UNNAMED
