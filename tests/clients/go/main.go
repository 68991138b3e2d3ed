// A client of the Kubernetes API as Go programs are. It takes a kubeconfig and the names of steps, does them in order,
// and says what came of each as one line of JSON. What it says has no uids, times or versions in it, so that two
// servers can be compared by it.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/go-logr/logr"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
)

// A step does one thing that programs do, in a namespace of its own, and gives what is worth comparing.
type step func(ctx context.Context, at *place) (any, error)

var steps = map[string]step{
	"discovery":   discover,
	"typed":       useTypedClients,
	"dynamic":     useDynamicClient,
	"informers":   useInformers,
	"metadata":    useMetadata,
	"election":    elect,
	"apply":       applyWithTypes,
	"conflict":    retryConflicts,
	"pages":       readPages,
	"patches":     patchEachWay,
	"status":      updateStatus,
	"scale":       scaleDeployment,
	"deletion":    deleteEachWay,
	"namespaces":  endNamespace,
	"definitions": defineKind,
	"manager":     runManager,
	"events":      recordEvents,
	"reviews":     askForReviews,
	"fan-out":     fanOut,
	"survival":    survive,
}

// A place is where a step works: clients, and a namespace that is its own.
type place struct {
	config     *rest.Config
	seen       *seen
	namespace  string
	kube       kubernetes.Interface
	dynamic    dynamic.Interface
	metadata   metadata.Interface
	extensions apiextensions.Interface
}

func main() {
	klog.SetLogger(logr.Discard())
	ctrl.SetLogger(logr.Discard())
	failed := false
	for _, name := range os.Args[2:] {
		line := map[string]any{"step": name}
		result, err := do(name, os.Args[1])
		line["result"] = result
		if err != nil {
			line["error"] = err.Error()
			failed = true
		}
		text, err := json.Marshal(line)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(text))
	}
	if failed {
		os.Exit(1)
	}
}

func do(name, kubeconfig string) (any, error) {
	run, known := steps[name]
	if !known {
		return nil, fmt.Errorf("no step %q", name)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	at, err := newPlace(ctx, kubeconfig, prefix()+name)
	if err != nil {
		return nil, err
	}
	return run(ctx, at)
}

// prefix lets the same steps run twice on one server.
func prefix() string {
	if prefix := os.Getenv("CLIENT_NAMESPACE"); prefix != "" {
		return prefix + "-"
	}
	return "go-"
}

func newPlace(ctx context.Context, kubeconfig, namespace string) (*place, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, err
	}
	config.QPS, config.Burst = 1000, 1000
	at := &place{config: config, seen: &seen{}, namespace: namespace}
	config.Wrap(at.seen.wrap)
	if at.kube, err = kubernetes.NewForConfig(config); err != nil {
		return nil, err
	}
	if at.dynamic, err = dynamic.NewForConfig(config); err != nil {
		return nil, err
	}
	if at.metadata, err = metadata.NewForConfig(config); err != nil {
		return nil, err
	}
	if at.extensions, err = apiextensions.NewForConfig(config); err != nil {
		return nil, err
	}
	return at, makeNamespace(ctx, at.kube, namespace)
}
