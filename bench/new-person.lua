-- A new person each request, with a CPF whose digits are right; FROM: the first number, ADDRESS: the path, LOGIN: one header.
local number = tonumber(os.getenv("FROM"))
local name, value = os.getenv("LOGIN"):match("^([^:]+): (.*)$")

local function digit(text)
    local sum, weight = 0, #text + 1
    for each in text:gmatch("%d") do
        sum = sum + tonumber(each) * weight
        weight = weight - 1
    end
    local rest = sum * 10 % 11
    return rest == 10 and "0" or tostring(rest)
end

function request()
    number = number + 1
    local cpf = string.format("%09d", number)
    cpf = cpf .. digit(cpf)
    cpf = cpf .. digit(cpf)
    local body = string.format('{"cpf_cnpj":"%s","razao_social":"Joana Prado %d"}', cpf, number)
    return wrk.format("POST", os.getenv("ADDRESS"), { [name] = value, ["Content-Type"] = "application/json" }, body)
end
