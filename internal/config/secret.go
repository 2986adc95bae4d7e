package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Secrets come from the environment, or from a file that it names, and never from a flag: everybody on the machine can read
// arguments, and /debug/pprof/cmdline shows them.

// The names of secrets; each has a twin with _FILE at its end.
const (
	DatabaseURL = "KRAPAO_DATABASE_URL"
	// DatabaseStandby is the address of a hot standby: like DatabaseURL, it may hold a password.
	DatabaseStandby = "KRAPAO_DATABASE_STANDBY"
	MasterKey       = "KRAPAO_MASTER_KEY"
	// MasterKeys holds several versions of the master key: "1:BASE64,2:BASE64". MasterKey alone is version 1.
	MasterKeys = "KRAPAO_MASTER_KEYS"
)

const fromFile = "_FILE"

// SecretNames returns the names of the environment variables that have no flag.
func SecretNames() []string {
	var all []string
	for _, name := range []string{DatabaseURL, DatabaseStandby, MasterKey, MasterKeys, HeadsURL, BlobSecret} {
		all = append(all, name, name+fromFile)
	}
	return all
}

// RefuseSecretFlags refuses arguments that hold a secret, and says what to use.
func RefuseSecretFlags(arguments []string) error {
	for _, a := range arguments {
		name, _, _ := strings.Cut(a, "=")
		variable := "KRAPAO_" + strings.ToUpper(strings.ReplaceAll(strings.TrimLeft(name, "-"), "-", "_"))
		if strings.HasPrefix(name, "--") && slices.Contains(SecretNames(), variable) {
			variable = strings.TrimSuffix(variable, fromFile)
			return fmt.Errorf("refused: %s: everybody on this machine can read the arguments;"+
				" use the environment variable %s, or %s with the name of a file", name, variable, variable+fromFile)
		}
	}
	return nil
}

// Secret reads a secret by its name; empty if it is not set. The last line break of a file is not a part of it.
func Secret(name string) (string, error) {
	value, file := os.Getenv(name), os.Getenv(name+fromFile)
	switch {
	case file == "":
		return value, nil
	case value != "":
		return "", fmt.Errorf("%s and %s are both set: which one counts?", name, name+fromFile)
	}
	text, err := os.ReadFile(file) //nolint:gosec // the operator's own setting
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return "", fmt.Errorf("%s: %s: %w", name+fromFile, file, err)
	}
	info, err := os.Stat(file) //nolint:gosec // the operator's own setting
	if err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o007 != 0 {
		return "", fmt.Errorf("%s: everybody on this machine may read %s; chmod 600 it", name+fromFile, file)
	}
	value = strings.TrimRight(string(text), "\r\n")
	if value == "" {
		return "", fmt.Errorf("%s: %s is empty", name+fromFile, file)
	}
	return value, nil
}

// AfterApply implements kong's hook: the database's addresses may hold a password, so they are no flags.
func (d *Database) AfterApply() (err error) {
	if d.DatabaseURL, err = Secret(DatabaseURL); err != nil {
		return err
	}
	d.Standby, err = Secret(DatabaseStandby)
	return err
}

// Masters are the master keys by their versions.
type Masters = map[uint32][]byte

// ReadMasters reads the master keys of the environment; none is no error.
func ReadMasters() (Masters, error) {
	single, err := Secret(MasterKey)
	if err != nil {
		return nil, err
	}
	several, err := Secret(MasterKeys)
	switch {
	case err != nil:
		return nil, err
	case single != "" && several != "":
		return nil, fmt.Errorf("%s and %s are both set; %s alone is version 1 of the other", MasterKey, MasterKeys, MasterKey)
	case single != "":
		key, err := ParseMasterKey(single)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", MasterKey, err)
		}
		return Masters{1: key}, nil
	case several != "":
		masters, err := ParseMasters(several)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", MasterKeys, err)
		}
		return masters, nil
	}
	return Masters{}, nil
}

// MasterKeyLength is the length of a master key in bytes.
const MasterKeyLength = 32

// ParseMasterKey reads a key as base64.
func ParseMasterKey(text string) ([]byte, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	const howTo = "make one with: head -c 32 /dev/urandom | base64"
	if err != nil {
		return nil, errors.New("a master key is base64 of 32 bytes; " + howTo)
	}
	if len(key) != MasterKeyLength {
		return nil, fmt.Errorf("a master key is base64 of 32 bytes, and this one is of %d; %s", len(key), howTo)
	}
	return key, nil
}

// ParseMasters reads versions of the master key: "1:BASE64,2:BASE64", with commas or line breaks between them.
func ParseMasters(text string) (Masters, error) {
	masters := Masters{}
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '\n' || r == '\r' || r == ' ' }) {
		number, key, ok := strings.Cut(part, ":")
		version, err := strconv.ParseUint(number, 10, 31)
		if !ok || err != nil || version == 0 {
			return nil, errors.New("versions from 1 with their keys, as in 1:BASE64,2:BASE64")
		}
		if masters[uint32(version)] != nil {
			return nil, fmt.Errorf("version %d is there twice", version)
		}
		if masters[uint32(version)], err = ParseMasterKey(key); err != nil {
			return nil, fmt.Errorf("version %d: %w", version, err)
		}
	}
	if len(masters) == 0 {
		return nil, errors.New("it holds no key")
	}
	return masters, nil
}

// unsafeMasters lists what is wrong with the master keys of a node with real money.
func (s Serving) unsafeMasters() (wrong []string) {
	if s.MastersWrong != nil {
		return []string{s.MastersWrong.Error()}
	}
	if len(s.Masters) == 0 {
		return []string{MasterKey + " is missing: nothing could be sealed"}
	}
	for version, key := range s.Masters {
		switch {
		case !uniform(key):
		case len(s.Masters) == 1 && version == 1:
			wrong = append(wrong, MasterKey+" is not random")
		default:
			wrong = append(wrong, fmt.Sprintf("%s: version %d is not random", MasterKeys, version))
		}
	}
	slices.Sort(wrong)
	return wrong
}
