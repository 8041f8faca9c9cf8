import type { components } from './schema'

type Schemas = components['schemas']

export type Session = Schemas['Session']
export type Company = Schemas['Company']
export type CompanyInput = Schemas['CompanyInput']
export type CompanyColor = Schemas['CompanyColor']
export type CompanyPage = Schemas['CompanyPage']
export type ActiveCompany = Schemas['ActiveCompany']
export type Version = Schemas['Version']
export type Uf = Schemas['Uf']
export type ServerEvent = Schemas['Event']
