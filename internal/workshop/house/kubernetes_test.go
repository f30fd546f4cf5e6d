package house

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"chess960bot/internal/app"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/repository"
	"chess960bot/internal/workshop/testrun"
)

// A manifest is a document of deploy/kubernetes.yaml, with the fields that the tests read.
type manifest struct {
	Kind     string
	Metadata struct{ Name string }
	Data     map[string]string
	Spec     struct {
		Replicas       int
		UpdateStrategy struct{ Type string } `yaml:"updateStrategy"`
		Strategy       struct{ Type string }
		Template       struct{ Spec pod }
	}
}

type pod struct {
	Spread []struct {
		WhenUnsatisfiable string `yaml:"whenUnsatisfiable"`
	} `yaml:"topologySpreadConstraints"`
	Grace    int `yaml:"terminationGracePeriodSeconds"`
	Security struct {
		RunAsNonRoot bool `yaml:"runAsNonRoot"`
	} `yaml:"securityContext"`
	Containers []container
}

type container struct {
	Image   string
	Env     []envVariable
	EnvFrom []struct {
		ConfigMapRef struct{ Name string } `yaml:"configMapRef"`
	} `yaml:"envFrom"`
	Ports []struct {
		ContainerPort int `yaml:"containerPort"`
	}
	StartupProbe   probe `yaml:"startupProbe"`
	LivenessProbe  probe `yaml:"livenessProbe"`
	ReadinessProbe probe `yaml:"readinessProbe"`
	Lifecycle      struct {
		PreStop struct{ Sleep struct{ Seconds int } } `yaml:"preStop"`
	}
	Security struct {
		ReadOnly bool `yaml:"readOnlyRootFilesystem"`
	} `yaml:"securityContext"`
}

type envVariable struct {
	Name, Value string
	ValueFrom   struct {
		FieldRef struct {
			FieldPath string `yaml:"fieldPath"`
		} `yaml:"fieldRef"`
		SecretKeyRef struct{ Name, Key string } `yaml:"secretKeyRef"`
	} `yaml:"valueFrom"`
}

type probe struct {
	HTTPGet struct{ Path, Port string } `yaml:"httpGet"`
}

// manifests reads deploy/kubernetes.yaml.
func manifests(t *testing.T) (all []manifest) {
	t.Helper()
	text, err := os.ReadFile("deploy/kubernetes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for decoder := yaml.NewDecoder(bytes.NewReader(text)); ; {
		var m manifest
		if err := decoder.Decode(&m); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
}

// workload returns the StatefulSet or the Deployment.
func workload(t *testing.T, kind string) manifest {
	t.Helper()
	all := manifests(t)
	i := slices.IndexFunc(all, func(m manifest) bool { return m.Kind == kind })
	if i < 0 || len(all[i].Spec.Template.Spec.Containers) != 1 {
		t.Fatalf("deploy/kubernetes.yaml has no %s with one container", kind)
	}
	return all[i]
}

// environment returns the variables that Kubernetes gives to a pod. Secrets are empty.
func environment(t *testing.T, w manifest, podName string) map[string]string {
	t.Helper()
	variables := map[string]string{}
	c := w.Spec.Template.Spec.Containers[0]
	for _, from := range c.EnvFrom {
		for _, m := range manifests(t) {
			if m.Kind == "ConfigMap" && m.Metadata.Name == from.ConfigMapRef.Name {
				maps.Copy(variables, m.Data)
			}
		}
	}
	for _, v := range c.Env {
		variables[v.Name] = v.Value
		if v.ValueFrom.FieldRef.FieldPath == "metadata.name" {
			variables[v.Name] = podName
		}
	}
	return variables
}

// Kubernetes gives the bot settings that exist, and secrets only from the Secret. The probes
// ask what the bot serves, and the bot may finish its answers.
func TestKubernetesFitsTheBot(t *testing.T) {
	for kind, way := range map[string]string{"StatefulSet": "DISCORD_SHARDS", "Deployment": "DISCORD_PUBLIC_KEY"} {
		w := workload(t, kind)
		variables := environment(t, w, "chess960bot-0")
		for name := range variables {
			if !regexp.MustCompile(`(?m)^(# )?` + name + `=`).MatchString(repository.File(t, ".env.example")) {
				t.Errorf("%s: there is no setting %s", kind, name)
			}
		}
		if variables[way] == "" {
			t.Errorf("%s has no %s", kind, way)
		}
		p := w.Spec.Template.Spec
		c := p.Containers[0]
		for _, secret := range []string{"DISCORD_TOKEN", "DATABASE_URL"} {
			i := slices.IndexFunc(c.Env, func(v envVariable) bool { return v.Name == secret })
			if i < 0 || c.Env[i].Value != "" || c.Env[i].ValueFrom.SecretKeyRef.Key != secret {
				t.Errorf("%s: %s is not from the Secret", kind, secret)
			}
		}
		for _, asked := range []probe{c.StartupProbe, c.LivenessProbe, c.ReadinessProbe} {
			if asked.HTTPGet.Path != "/healthz" {
				t.Errorf("%s: a probe asks for %q", kind, asked.HTTPGet.Path)
			}
		}
		if len(c.Ports) != 1 || variables["HTTP_ADDR"] != fmt.Sprintf(":%d", c.Ports[0].ContainerPort) {
			t.Errorf("%s: the bot serves HTTP at %s, the ports are %v", kind, variables["HTTP_ADDR"], c.Ports)
		}
		if grace := time.Duration(p.Grace-c.Lifecycle.PreStop.Sleep.Seconds) * time.Second; grace <= app.StopTime {
			t.Errorf("%s: the bot has %v to stop, want more than %v", kind, grace, app.StopTime)
		}
		if len(p.Spread) != 1 || p.Spread[0].WhenUnsatisfiable != "ScheduleAnyway" {
			t.Errorf("%s: two pods are spread over nodes by %+v", kind, p.Spread)
		}
		if !p.Security.RunAsNonRoot || !c.Security.ReadOnly {
			t.Errorf("%s: the bot has more rights than it needs", kind)
		}
	}
}

// A new release must not start while an old one runs on the same database.
func TestKubernetesRunsOneRelease(t *testing.T) {
	gateway, web := workload(t, "StatefulSet"), workload(t, "Deployment")
	if gateway.Spec.UpdateStrategy.Type != "OnDelete" || web.Spec.Strategy.Type != "Recreate" {
		t.Errorf("pods are replaced by %q and %q", gateway.Spec.UpdateStrategy.Type, web.Spec.Strategy.Type)
	}
	if a, b := gateway.Spec.Template.Spec.Containers[0].Image, web.Spec.Template.Spec.Containers[0].Image; a != b {
		t.Errorf("the images are %s and %s", a, b)
	}
}

// The program, started as the pods of the StatefulSet are, connects every shard once.
func TestPodsShareTheShards(t *testing.T) {
	testrun.LongOnly(t, "starts the program for each pod")
	t.Parallel()
	discord, err := discordtest.Start(discordtest.SessionStarts(discordtest.SessionStart{MaxConcurrency: 16}))
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	program := filepath.Join(t.TempDir(), "chess960bot")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	w := workload(t, "StatefulSet")
	var connected []string
	for i := range w.Spec.Replicas {
		variables := environment(t, w, fmt.Sprintf("%s-%d", w.Metadata.Name, i))
		addr := testrun.UnusedAddress()
		maps.Copy(variables, map[string]string{"DISCORD_TOKEN": discordtest.Token, "DISCORD_API_URL": discord.URL(), "DATABASE_URL": "sqlite:" + filepath.Join(t.TempDir(), "pods.db"), "HTTP_ADDR": addr})
		var env []string
		for name, value := range variables {
			env = append(env, name+"="+value)
		}
		stderr := new(bytes.Buffer)
		cmd := exec.CommandContext(t.Context(), program)
		cmd.Dir, cmd.Stderr, cmd.Env = t.TempDir(), stderr, env
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		waitReady(t, addr)
		text := get(t, "http://"+addr+"/metrics")
		for _, m := range regexp.MustCompile(`chess960bot_gateway_connected{shard="(\d+)"} 1`).FindAllStringSubmatch(text, -1) {
			connected = append(connected, m[1])
		}
		cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			t.Errorf("ended with %v\n%s", err, stderr)
		}
	}
	if want := []string{"0", "1", "2", "3"}; !slices.Equal(connected, want) {
		t.Errorf("the pods connect the shards %q, want %q", connected, want)
	}
}

// get returns what a server answers.
func get(t *testing.T, url string) (text string) {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	all, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

// waitReady waits until the bot at an address is ready.
func waitReady(t *testing.T, addr string) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		answer, err := http.Get("http://" + addr + "/readyz")
		if err != nil {
			continue // not started yet
		}
		answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			return
		}
	}
	t.Fatalf("the bot at %s does not get ready", addr)
}
