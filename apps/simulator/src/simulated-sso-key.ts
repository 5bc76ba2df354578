/** The bytes of the key by which the simulated identity provider signs. It is public and opens nothing else. */
const keyLines = [
  "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCv/Z5n/R7gTIGlvFI73nkYk+gA9lKr9olCOUsTckdORwpt+q8Y",
  "uvaXR8PyM4VwPSlG5/5fGvbTrxpOGD/C+X+XdsOS+Gi6cr0Aa8rmxLBmTO0wRQxq0AnCiaTzH/DlDw/dKUkbIPqhuQsKA7NoIpCG",
  "BZZszp8hAg3gsgtvGFRkzne+JfZrGdwfjTgldmBp4sGvRlUvSMJaYxkldhavteuDGQ4VR5vJVtlKcQ0Poh+ftTeCJMur9zP8DOZJ",
  "2S7VX455QIUKtmmHAWPsR4WxXSUtlZ2iCJYtBx74+Mg9eeOPJ8q5bt45o01e55IAfeezNtgaT9hARk8A9kqbFWOXWzTpAgMBAAEC",
  "ggEAANmFilooFsGlI5l16oOVC+0U4uz4MmEu7E1Yrd1F97GzR3DSfRj+p/V+U5zzkTqTszEGDaFUnT+HGJGYkeFWAB4gQhqlw3av",
  "2mtqz/Pq/RzJzWCb930N0Fe38+jiJxz2649aOBcP7A13vpfiJcfQRlFga/c7FfP2VgYjX36GKR7DAdrzgffcysSdDbY4QIYj3AG7",
  "RJ2AISue4LMk4/io1NWsEgkVD32wU5Crhz8im+zYwwqWtxxtZYorHf+ybmjeV27JSNjcv8XI3OJm1zL0jbCgI05QOovMg5ESoOBB",
  "8bCavg3DfrUsSA8jWKkt49VCdM1kiqp98eG7Ls22YAHrPQKBgQDx/U47yr4WJHiisIAe6bBP6ITf4zGCmwmuQjwB38N/eHf0J+Mx",
  "nIYh0BEYfnDFxp1+hl127pt7aPm9QeAe1RBrC8Lsw28rEAynZ1tecgf/ksUYJh+3/fcXht3iqW4ExJdQPrdvO+pIPKGJs23WS4v6",
  "rx1/FLNJ5/SyGzgQHxvorQKBgQC6Lhlw7qwy9qO6v2BoI3HZA9VlGuzplERGjswcZ6wxhjXXwOe968EFNkglt7FvGrrMjxS5xydl",
  "RJxfCREwRv6ASxHQZnFwhGm8/UIi2dNs9EXoLWce4zDh3aPOoQQgoyadJBMnrqLY2jKOf3k0Ywd4cD2ZYCLO26UbvcZknoHYrQKB",
  "gF9YbODGK0tSJ24CmRiU/vEdLm2AeNt69r+APWCHp+Grt6etp6i+gWMFNhcuioSCkz9s9ZqMvRpM7EmTkRjU3lkvEyhygHS5KCM1",
  "aBy4VUpvq9SuAMVf/WF5tCdAlqauRuhJLcFYHCFGMmetGNPchFTLdpXBtDqkeBdM/jPr7fUpAoGAPRtAUmajsh5tYq/JbqSjizzM",
  "32BU/d0iA55+s5v7Uk3ggi3YYeds9M76IxcFb5fwU49qmAcbkQtR34dUUuoaQfVhpWraNLnhEpx1BodD83DBOREd1W9v7dIXH4yN",
  "lEC4Pb9HYjDZVh9XlJmWKHGQVCFStnJtOkOxD0fcQ84ahAkCgYEAtDGRcM3USTlkzqnY7c7T0ze3aDQQBJVO3t3SfyiCLCOT/HkW",
  "OdRXv2Kl05uAbZFMJaWyVtFL/VOYdGO784Uo6WzD1b2IP7l9WjfeRtL2tCP4wtnSmYp1ydpFkRl7Ni3Qm3sNp0RjXNi2lzv0jHWt",
  "PDu8IYdGqMw8DIPE0MNiqtE=",
];

const certificateLines = [
  "MIIDLTCCAhWgAwIBAgIUK26ZLU4rDvgZtauhiwoRbwjKc9EwDQYJKoZIhvcNAQELBQAwJjEkMCIGA1UEAwwbU2ltdWxhdGVkIGlk",
  "ZW50aXR5IHByb3ZpZGVyMB4XDTI2MTEyODE4MjM1MFoXDTQ2MTEyMzE4MjM1MFowJjEkMCIGA1UEAwwbU2ltdWxhdGVkIGlkZW50",
  "aXR5IHByb3ZpZGVyMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAr/2eZ/0e4EyBpbxSO955GJPoAPZSq/aJQjlLE3JH",
  "TkcKbfqvGLr2l0fD8jOFcD0pRuf+Xxr2068aThg/wvl/l3bDkvhounK9AGvK5sSwZkztMEUMatAJwomk8x/w5Q8P3SlJGyD6obkL",
  "CgOzaCKQhgWWbM6fIQIN4LILbxhUZM53viX2axncH404JXZgaeLBr0ZVL0jCWmMZJXYWr7XrgxkOFUebyVbZSnEND6Ifn7U3giTL",
  "q/cz/AzmSdku1V+OeUCFCrZphwFj7EeFsV0lLZWdogiWLQce+PjIPXnjjyfKuW7eOaNNXueSAH3nszbYGk/YQEZPAPZKmxVjl1s0",
  "6QIDAQABo1MwUTAdBgNVHQ4EFgQUOIire5JFDj7MERBZtyZX6fybmeUwHwYDVR0jBBgwFoAUOIire5JFDj7MERBZtyZX6fybmeUw",
  "DwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAXj3DPecEov80wXqeLpAS+PwQWvYYCBkumMwyygfHgL8EKaoq75s+",
  "kohBvX9x59WnIuH31ntfgK+T6qcKQurdOXKyz6mkmR2g0LhDqI4t77R+LTnQoC6DOWwqp7dqOZdvNl0xSXVSUt68Iyc4BPgPt8Om",
  "F4BySnUkKOKhLPHkeFpazEm9/2V9FY78isoKLsUV9CJxAqzF4baxAt+W4gBOs7vXbRc+78m7o5exG8o+NsYx/Gj52br+xL6jBRf6",
  "TuER1ivBR57BuB+LlbdtH7MHX1Vo0vp36qJ1b2BZN7paN50xuH4k2XXHhsdQV+zmCCT3e/Tao68f2k/+lLgRVhZW4g==",
];

const pem = (kind: string, lines: readonly string[]) =>
  [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`, ""].join("\n");

/** The key by which the simulated identity provider signs what it says of people. */
export const ssoSigningKey = pem("PRIVATE KEY", keyLines);
/** The certificate of that key, good until 2046. */
export const ssoCertificate = pem("CERTIFICATE", certificateLines);
